import type {
  ConnectionState,
  ServerDetail,
  ServerSummary,
  ServerUsage,
  ToolSummary,
} from '../../../src/shared/server.ts';
import { minutesAgo, now, server } from './madeUp.ts';

/** Thirty servers in every state, with names as long as people make them. */

const gone = {
  code: 'server/gone-saying',
  message: 'Ended with exit code 1: INDEX_TOKEN is not set',
  params: { server: 'search-index', how: 'exit code 1', said: 'INDEX_TOKEN is not set' },
  action: 'restart-server',
} as const;
const notFound = {
  code: 'server/command-not-found',
  message: 'uvx was not found on the PATH. Install it, or give its full path.',
  params: { command: 'uvx' },
  action: 'edit-server',
} as const;
const loop = {
  code: 'server/crash-loop',
  message: `Ended 5 times in 60 s. The last time: ${gone.message}`,
  params: { ...gone.params, count: 5, window: 60, cause: gone.code },
  action: 'edit-server',
} as const;

const needsSignIn = {
  code: 'server/needs-auth',
  message: 'mcp.tickets.example wants to know who you are.',
  params: { host: 'mcp.tickets.example' },
  action: 'sign-in',
} as const;

const connected = (name: string, tools: number, calls: number, minutes: number): ServerSummary =>
  server(
    name,
    { kind: 'connected', since: minutesAgo(minutes), tookMs: 412 },
    {
      protocolVersion: '2025-11-25',
      toolCount: tools,
      callCount: calls,
      ...(calls > 0 ? { lastCall: { at: minutesAgo(11), tookMs: 9 } } : {}),
    },
  );

export const fleet: readonly ServerSummary[] = [
  server('browser', { kind: 'installing', lastLine: 'npx fetches 3 packages' }),
  connected('ci-alerts', 1, 0, 134),
  { ...server('deploy', { kind: 'stopped', by: 'you', since: minutesAgo(25) }), source: 'bundled' },
  { ...connected('docs', 2, 18, 135), source: 'bundled' },
  server(
    'search-index',
    { kind: 'failed', cause: loop, since: minutesAgo(1) },
    { toolCount: 7, callCount: 63, restartCount: 5, protocolVersion: '2025-11-25' },
  ),
  server('tickets', { kind: 'needs-auth', cause: needsSignIn }, { transport: 'http' }),
  server('warehouse', { kind: 'disabled' }),
  server(
    'wiki',
    { kind: 'backoff', cause: gone, attempt: 4, retryAt: now + 12_000 },
    { toolCount: 9, callCount: 41, restartCount: 3 },
  ),
  server('a-server-with-the-longest-name-that-the-schema-lets-through-64ch', {
    kind: 'failed',
    cause: notFound,
  }),
  server('文档搜索服务器', { kind: 'starting', by: 'launch' }),
  server('github-enterprise-internal', { kind: 'signing-in' }, { transport: 'http' }),
  server('just-now', { kind: 'connected', since: now, tookMs: 1840 }, { toolCount: 128 }),
  ...Array.from({ length: 18 }, (_value, index) =>
    connected(`team-service-${String(index + 1).padStart(2, '0')}`, index, index * 997, index * 97),
  ),
];

const toolTable: readonly (readonly [
  string,
  string,
  ToolSummary['annotations'],
  ToolSummary['verdict'],
])[] = [
  ['query', 'Full-text query over the index', { readOnlyHint: true }, { kind: 'as-is' }],
  [
    'suggest',
    'Completions for a prefix',
    { readOnlyHint: true },
    { kind: 'repaired', notes: [{ code: 'merged', params: { keywords: 'oneOf' } }] },
  ],
  ['add', 'Add documents', {}, { kind: 'as-is' }],
  [
    'reindex_everything_from_scratch_and_wait_for_it_to_finish',
    'Drop and rebuild the index. This takes long, and while it runs every query sees an index that is only filled in part, so warn whoever uses it before you call this, and prefer the incremental tool.',
    { destructiveHint: true },
    { kind: 'as-is' },
  ],
  ['touch', 'Mark as seen', { destructiveHint: false }, { kind: 'as-is' }],
  ['import', 'Import a folder', {}, { kind: 'refused', reason: { code: 'schema-not-object' } }],
];

const tools = toolTable.map(([name, description, annotations, verdict]): ToolSummary => ({
  name,
  title: name,
  description,
  annotations,
  verdict,
  ...(verdict.kind === 'refused' ? {} : { pooledName: `mcp__search-index__${name}` }),
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', maxLength: 200 }, limit: { type: 'integer' } },
    required: ['query'],
  },
}));

const history: readonly (readonly [number, ConnectionState])[] = [
  [135, { kind: 'starting', since: 0, by: 'launch' }],
  [134.9, { kind: 'connected', since: 0, tookMs: 1800 }],
  [54, { kind: 'backoff', since: 0, retryAt: 0, attempt: 1, cause: gone }],
  [53.9, { kind: 'connected', since: 0, tookMs: 1100 }],
  [1.1, { kind: 'stopped', since: 0, by: 'config' }],
  [1, { kind: 'starting', since: 0, by: 'config' }],
];

/** What those with a process take; the same at each look. */
export const usageOf = (servers: readonly ServerSummary[]): readonly ServerUsage[] =>
  servers
    .filter(({ state }) => state.kind === 'connected' || state.kind === 'installing')
    .map(({ name }, index) => {
      const memoryBytes = 38e6 + ((index * 7_919) % 41) * 11e6;
      const cpuPercent = ((index * 31) % 17) ** 2 / 10;
      return { name, memoryBytes, cpuPercent, memory: [memoryBytes], cpu: [cpuPercent] };
    });

const programEntry = {
  command: 'uvx',
  args: ['search-index', '--root', 'my docs'],
  env: { INDEX_ROOT: null, INDEX_TOKEN: null },
};
const addressEntry = {
  url: 'https://mcp.tickets.example/v1/mcp',
  headers: { Authorization: null, 'X-Workspace': null },
};
const address = {
  url: addressEntry.url,
  headerNames: Object.keys(addressEntry.headers),
};
const programOf = ({ state }: ServerSummary) => ({
  command: programEntry.command,
  args: programEntry.args,
  cwd: '/home/ada/code/web',
  environmentNames: Object.keys(programEntry.env),
  ...(state.kind === 'connected' ? { pid: 48213 } : {}),
  lastExit: { code: null, signal: 'SIGKILL', at: minutesAgo(1) },
});

export function detailOf(summary: ServerSummary): ServerDetail {
  const user = summary.source === 'user';
  return {
    name: summary.name,
    history: [
      ...history.map(([minutes, state]) => ({
        at: minutesAgo(minutes),
        state: { ...state, since: minutesAgo(minutes) },
      })),
      { at: summary.state.since, state: summary.state },
    ],
    ...(summary.transport === 'stdio' ? programOf(summary) : address),
    ...(summary.toolCount > 0
      ? {
          serverInfo: { name: 'search-index', version: '2.4.1' },
          instructions: 'Call query first.\nNever call reindex while people work.',
        }
      : {}),
    connectTimeoutMs: 30_000,
    tools: summary.toolCount > 0 ? tools : [],
    ...(user
      ? {
          config: {
            ...(summary.transport === 'stdio' ? programEntry : addressEntry),
            disabled: summary.state.kind === 'disabled',
          },
        }
      : {}),
  };
}
