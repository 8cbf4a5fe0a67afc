import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ServerOrigin } from '../../../shared/config.ts';
import { toAppError } from '../../../shared/errors.ts';
import { LogLevel } from '../../../shared/log.ts';
import type { LogFilter } from '../../../shared/log.ts';
import { totalOf } from '../../../shared/logTally.ts';
import type { ConnectionLog } from '../log/connectionLog.ts';
import type { ExitInfo, ServerSummary } from '../../../shared/server.ts';
import type { StateRecord } from '../stateRecord.ts';
import { logLines, serverLine, statusText } from './patchbayText.ts';

/** The name of the server that tells the model about all the others. */
const patchbayName = 'patchbay';

/** What it tells of; the Supervisor and the ConnectionLog are these. Secrets are out already. */
export type PatchbayPorts = {
  readonly version: string;
  readonly supervisor: {
    readonly list: () => readonly ServerSummary[];
    /** Throws an AppFailure for a name that is not in the list. */
    readonly detail: (name: string) => {
      readonly history: StateRecord['history'];
      readonly lastExit?: ExitInfo | undefined;
      readonly origin?: ServerOrigin | undefined;
    };
  };
  readonly log: Pick<ConnectionLog, 'query' | 'page' | 'tally'>;
  readonly now: () => number;
};

const stderrShown = 10;
const linesShown = 50;
const mostLines = 200;

const instructions =
  'Tells the state of the MCP servers of this Patchbay. Ask it why a server is down, or why its ' +
  'tools are missing, before you guess. It changes nothing.';

const ServerArgument = z.string().min(1).max(64).describe('Its name, as in list_servers');

/** A server of our own in this process, with read-only tools about the other servers. */
export function createPatchbayServer(ports: PatchbayPorts): McpServer {
  const { supervisor, log, now } = ports;
  const server = new McpServer(
    { name: patchbayName, title: 'Patchbay', version: ports.version },
    { instructions },
  );
  const others = () => supervisor.list().filter(({ name }) => name !== patchbayName);

  server.registerTool(
    'list_servers',
    {
      title: 'List servers',
      description: 'Lists all MCP servers with their states, tools, calls and restarts.',
      annotations: readOnly('List servers'),
    },
    () =>
      text(
        others()
          .map((one) => serverLine(one, now()))
          .join('\n') || 'There is no server.',
      ),
  );

  server.registerTool(
    'server_status',
    {
      title: 'Status of a server',
      description:
        'Says why a server is down or what it does: its state and the cause, what it was before, ' +
        'how its process ended, what it printed last to stderr, and which file its entry is in.',
      inputSchema: z.object({ server: ServerArgument }),
      annotations: readOnly('Status of a server'),
    },
    ({ server: name }) => {
      try {
        const { history, lastExit, origin } = supervisor.detail(name);
        const summary = supervisor.list().find((one) => one.name === name);
        if (summary === undefined) return failed(`There is no server named ${name}.`);
        const filter = { servers: [name], kinds: ['stderr' as const] };
        const stderr = log.query(filter, undefined, stderrShown).entries.map((line) => line.text);
        return text(statusText({ summary, history, lastExit, origin, stderr }, now()));
      } catch (thrown) {
        const known = others().map((one) => one.name);
        return failed(`${toAppError(thrown).message} There are: ${known.join(', ')}`);
      }
    },
  );

  server.registerTool(
    'server_log',
    {
      title: 'Log of servers',
      description:
        'The last lines of the connection log: messages, stderr and life cycle, oldest first.',
      inputSchema: z.object({
        server: ServerArgument.optional(),
        level: LogLevel.optional().describe('Only lines of at least this level'),
        text: z.string().max(500).optional().describe('Only lines that contain this'),
        lines: z.number().int().min(1).max(mostLines).default(linesShown),
      }),
      annotations: readOnly('Log of servers'),
    },
    async ({ server: name, level, text: words, lines }) => {
      const servers = name === undefined ? others().map((one) => one.name) : [name];
      const filter: LogFilter = {
        servers,
        ...(level === undefined ? {} : { minLevel: level }),
        ...(words === undefined || words === '' ? {} : { text: words }),
      };
      const entries = await log.page(filter, undefined, lines);
      return text(logLines(entries, totalOf(await log.tally(filter), filter)));
    },
  );
  return server;
}

function readOnly(title: string) {
  return {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
}

function text(value: string) {
  return { content: [{ type: 'text' as const, text: value }] };
}

function failed(why: string) {
  return { ...text(why), isError: true };
}
