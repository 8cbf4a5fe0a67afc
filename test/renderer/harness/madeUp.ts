import type {
  Activity,
  ChatItem,
  Conversation,
  ConversationSummary,
  ToolCall,
} from '../../../src/shared/chat.ts';
import type { ConnectionState, ServerSummary } from '../../../src/shared/server.ts';
import type { SettingsView } from '../../../src/shared/settings.ts';

/** Made-up data for the scenarios. */

export const now = Date.now();
export const minutesAgo = (minutes: number): number => now - minutes * 60_000;

export function server(
  name: string,
  state: Readonly<Record<string, unknown>> & Pick<ConnectionState, 'kind'>,
  more: Partial<ServerSummary> = {},
): ServerSummary {
  return {
    name,
    source: 'user',
    state: { since: now, by: 'you', tookMs: 412, ...state } as ConnectionState,
    transport: 'stdio',
    toolCount: 0,
    hasResources: false,
    hasPrompts: false,
    callCount: 0,
    restartCount: 0,
    ...more,
  };
}

export const bundled: readonly ServerSummary[] = [
  server('docs', { kind: 'stopped', by: 'never-started' }, { source: 'bundled' }),
  server('deploy', { kind: 'stopped', by: 'never-started' }, { source: 'bundled' }),
];

export const manyStates: readonly ServerSummary[] = [
  server('browser', { kind: 'installing', lastLine: 'npx fetches 3 packages' }),
  server('ci-alerts', { kind: 'connected' }, { toolCount: 1 }),
  server('deploy', { kind: 'connected' }, { source: 'bundled', toolCount: 2 }),
  server('docs', { kind: 'connected' }, { source: 'bundled', toolCount: 2 }),
  server('search-index', {
    kind: 'failed',
    cause: {
      code: 'server/command-not-found',
      message: 'uvx was not found',
      params: { command: 'uvx' },
    },
  }),
  server('tickets', {
    kind: 'needs-auth',
    cause: { code: 'auth/revoked', message: 'Its sign-in was revoked' },
  }),
  server('warehouse', { kind: 'disabled' }),
  server('wiki', { kind: 'connected' }, { toolCount: 9 }),
];

export const settings = (more: Partial<SettingsView> = {}): SettingsView => ({
  model: { value: 'claude-sonnet-5', source: 'settings' },
  baseUrl: { value: 'https://api.anthropic.com', source: 'default' },
  key: { kind: 'keychain' },
  demo: false,
  permissionMode: 'ask',
  theme: themeAsked(),
  problems: [],
  keys: {},
  files: {
    settings: '/home/ada/.config/Patchbay/settings.json',
    database: '/home/ada/.config/Patchbay/patchbay.db',
    data: '/home/ada/.config/Patchbay',
  },
  workspace: { value: '/home/ada/code/web', source: 'default' },
  extraCaFile: { source: 'default' },
  notifications: true,
  tray: false,
  channelBounds: {},
  context: {},
  log: {},
  team: {},
  ...languageAsked(),
  ...more,
});

const asked = new URLSearchParams(location.search);
function themeAsked(): SettingsView['theme'] {
  const theme = asked.get('theme');
  return theme === 'dark' || theme === 'light' ? theme : 'system';
}
function languageAsked(): Pick<SettingsView, 'language'> {
  const language = asked.get('language');
  return language === 'zh' || language === 'ja' || language === 'en' ? { language } : {};
}

const titles: readonly (readonly [number, string])[] = [
  [10, 'What tools are now available?'],
  [152, 'Search the docs for retries'],
  [261, 'Why is the index behind?'],
  [1300, 'Release notes for 2.13'],
  [1432, 'The checkout test that fails at night because its clock is in another time zone'],
  [1728, 'Compare two query plans'],
  [4400, 'Open tickets about sign-in'],
  [4500, 'Move image builds to arm64'],
  [5900, 'Renew staging certificates'],
  [7300, 'Which flags can be removed?'],
  [7400, 'Read the incident timeline'],
  [14_000, 'Slow start of the worker'],
  [20_000, 'Upgrade the database'],
  [21_500, 'Rate limits of the wiki'],
  [600_000, 'First look at the log format'],
];

export const summary = (
  id: string,
  title: string,
  updatedAt = now,
  activity: Activity = 'idle',
): ConversationSummary => ({ id, title, updatedAt, activity, agents: [] });

export const oldConversations: readonly ConversationSummary[] = titles.map(([minutes, title], at) =>
  summary(`old-${at}`, title, minutesAgo(minutes)),
);

export const user = (id: string, text: string, at = now): ChatItem => ({
  kind: 'user',
  id,
  at,
  text,
});
export const text = (id: string, words: string, streaming = false): ChatItem => ({
  kind: 'text',
  id,
  at: now,
  round: 1,
  text: words,
  streaming,
});
export const tool = (id: string, call: Partial<ToolCall>): ChatItem => ({
  kind: 'tool',
  id,
  at: now,
  round: 1,
  call: { name: id, title: id, input: {}, state: 'done', startedAt: now, endedAt: now, ...call },
});

export const conversation = (
  of: ConversationSummary,
  items: readonly ChatItem[],
): Conversation => ({
  ...of,
  role: { kind: 'lead' },
  items,
  usage: { input: 2100, output: 840, cacheRead: 14_900, cacheWrite: 560 },
});
