import { ServerConfig } from '../../src/shared/server.ts';
import type { ServerTool } from '../../src/main/servers/serverTool.ts';
import { openRooms } from '../rooms.ts';
import { exampleArguments } from './exampleArguments.ts';
import { loadSkills } from './skills.ts';

/**
 * What the conformance suite starts for each scenario: `driver <server-url>`. It does with the
 * server what the app would: connects by the supervisor, lists what there is, and uses it.
 */
const limitMs = 25_000;
const name = 'peer';
/** Gets back the schema that the other tool was listed with. */
const echoTool = 'json_schema_echo';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Arguments }[];
};
type Arguments = Readonly<Record<string, unknown>>;

const rooms = openRooms({
  requestsOf: () => ({
    roots: { list: () => [process.cwd()], onChange: () => () => undefined },
    // A person who accepts everything as it is offered: defaults are filled in afterwards.
    elicit: async () => ({ action: 'accept', content: {} }),
  }),
});
const { supervisor } = rooms;
const signal = AbortSignal.timeout(limitMs);

try {
  const config = ServerConfig.parse({ type: 'http', url: process.argv[2] });
  supervisor.reconcile([{ name, source: 'user', autoStart: false, config }]);
  await supervisor.connect(name, signal);
  if (scenario.startsWith('sep-2640')) {
    await loadSkills(supervisor, name, scenario !== 'sep-2640-client-no-prefetch');
  } else {
    await useTools(supervisor.tools());
    await useOffers();
  }
} finally {
  await rooms.close();
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
    await supervisor.call(name, call.name, call.arguments, { signal });
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
