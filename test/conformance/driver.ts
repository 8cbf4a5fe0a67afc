import { once } from 'node:events';
import { connect } from 'node:net';
import { signInFirst } from '../../src/main/agent/signInFirst.ts';
import { ServerConfig } from '../../src/shared/server.ts';
import type { ServerTool } from '../../src/main/servers/tools/serverTool.ts';
import { openRooms } from '../rooms.ts';
import { openAuthorization } from './authorization.ts';
import type { AuthContext } from './authorization.ts';
import { exampleArguments } from './exampleArguments.ts';
import { loadSkills } from './skills.ts';

/**
 * What the conformance suite starts for each scenario: `driver <server-url>`. It does with the
 * server what the app would: connects by the supervisor, lists what there is, and uses it.
 */
const limitMs = 110_000;
const name = 'peer';
/** Gets back the schema that the other tool was listed with. */
const echoTool = 'json_schema_echo';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as AuthContext & {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Arguments }[];
};
type Arguments = Readonly<Record<string, unknown>>;

// Its turn lasts as long as the connection.
const turn = connect(Number(process.env['PATCHBAY_TURNS']), '127.0.0.1');
await once(turn, 'data');

const { authorization, oauth, close } = await openAuthorization(context);
const rooms = openRooms({
  network: {
    fetch,
    ideLockFolders: [],
    inProcess: new Map(),
    authorize: (entry) => authorization.of(entry),
  },
  requestsOf: () => ({
    roots: { list: () => [process.cwd()], onChange: () => () => undefined },
    // A person who accepts everything as it is offered: defaults are filled in afterwards.
    elicit: async () => ({ action: 'accept', content: {} }),
  }),
});
const { supervisor } = rooms;
const signal = AbortSignal.timeout(limitMs);
const config = ServerConfig.parse({ type: 'http', url: process.argv[2], oauth });
/** As in the chat, with a person who signs in whenever they are asked to. */
const servers = signInFirst(
  {
    list: () => supervisor.list(),
    instructions: () => supervisor.instructions(),
    call: (...call) => supervisor.call(...call),
    connect: (...who) => supervisor.connect(...who),
  },
  {
    async ask() {
      await authorization.signIn({ name, config });
      return { action: 'accept' };
    },
  },
);

try {
  supervisor.reconcile([{ name, source: 'user', autoStart: false, config }]);
  await servers.connect(name, signal);
  if (scenario.startsWith('sep-2640')) {
    await loadSkills(supervisor, name, scenario !== 'sep-2640-client-no-prefetch');
  } else {
    await useTools(supervisor.tools());
    await useOffers();
  }
} finally {
  await rooms.close();
  close();
  turn.destroy();
}

async function useTools(tools: readonly ServerTool[]): Promise<void> {
  const focal = tools.find((tool) => tool.name === 'json_schema_2020_12_tool');
  const calls =
    context.toolCalls ??
    tools.map((tool) => ({
      name: tool.name,
      arguments:
        tool.name === echoTool && focal
          ? { schema: focal.inputSchema }
          : exampleArguments(tool.inputSchema),
    }));
  for (const call of calls) {
    await servers.call(name, call.name, call.arguments, { signal });
  }
}

/** Reads the first resource and runs the first prompt, where the server has some. */
async function useOffers(): Promise<void> {
  const offers = supervisor.offers(name);
  if (offers.hasResources) {
    const [first] = (await offers.resources()).resources;
    if (first) await offers.read(first.uri);
  }
  if (offers.hasPrompts) {
    const [first] = await offers.prompts();
    if (first) await offers.prompt(first.name, {});
  }
}
