import type { KeyState, SettingsView } from '../../../../src/shared/settings.ts';
import type { RuleView } from '../../../../src/shared/permission.ts';
import { createFakeBridge } from '../../fakeBridge.ts';
import { minutesAgo, now, settings } from '../madeUp.ts';

const keys: Record<string, Partial<SettingsView>> = {
  keychain: { key: { kind: 'keychain' } },
  memory: {
    key: { kind: 'memory' },
    keychainProblem: { kind: 'no-keyring', text: 'no secret service answers' },
  },
  none: { key: { kind: 'none' }, demo: true },
  identity: {
    identityProvider: {
      issuer: 'https://login.example.com/realms/engineering',
      clientId: 'patchbay-desktop',
    },
    clientMetadataUrl: 'https://example.com/patchbay/client.json',
  },
  environment: {
    key: { kind: 'environment', variable: 'ANTHROPIC_API_KEY' },
    baseUrl: { value: 'https://gateway.example.com/anthropic', source: 'environment' },
  },
};

/** Every field works; `&key=` keychain, memory, none, environment or identity chooses what stands there. */
export const bridge = () => {
  const asked = new URLSearchParams(location.search).get('key') ?? 'keychain';
  let view = settings(keys[asked]);
  let isSignedIn = true;
  const always = (server: string, tool: string, since: number): RuleView => ({
    verdict: 'allow',
    text: `${server} · ${tool}`,
    layer: 'always',
    server,
    tool,
    since,
    sleeps: tool === 'write_file',
  });
  const written = (layer: RuleView['layer'], verdict: RuleView['verdict'], text: string) => ({
    layer,
    verdict,
    text,
    ignored: layer === 'project' && verdict === 'allow',
  });
  let rules: readonly RuleView[] = [
    written('managed', 'deny', 'mcp__warehouse__*'),
    written('project', 'allow', 'mcp__wiki__edit_page'),
    written('user', 'deny', 'bash(rm:*)'),
    written('user', 'ask', 'mcp__deploy__trigger'),
    written('user', 'allow', 'mcp__docs__*'),
    always('deploy', 'status', minutesAgo(9_000)),
    always('filesystem', 'write_file', minutesAgo(90)),
  ];
  const show = (part: Partial<SettingsView>): void => {
    view = { ...view, ...part };
    fake.emit('settings.changed', view);
  };
  const fake = createFakeBridge({
    'servers.list': () => [],
    'chat.list': () => [],
    'settings.get': () => view,
    'settings.models': () => [
      { id: 'claude-sonnet-5', name: 'Claude Sonnet' },
      { id: 'claude-opus-5', name: 'Claude Opus' },
      { id: 'claude-haiku-5', name: 'Claude Haiku' },
    ],
    'settings.setKey': (key) => {
      const kind: KeyState['kind'] = key === null ? 'none' : 'keychain';
      show({ key: { kind } });
    },
    'settings.update': (patch) => {
      const { model, baseUrl, theme, language, workspace, extraCaFile } = patch;
      const { identityProvider, clientMetadataUrl } = patch;
      show({
        ...(model ? { model: { value: model, source: 'settings' } } : {}),
        ...(baseUrl ? { baseUrl: { value: baseUrl, source: 'settings' } } : {}),
        ...(theme ? { theme } : {}),
        ...(identityProvider === undefined
          ? {}
          : { identityProvider: identityProvider ?? undefined }),
        ...(clientMetadataUrl === undefined
          ? {}
          : { clientMetadataUrl: clientMetadataUrl ?? undefined }),
        ...(workspace ? { workspace: { value: workspace, source: 'settings' } } : {}),
        ...(extraCaFile ? { extraCaFile: { value: extraCaFile, source: 'settings' } } : {}),
        ...(language === undefined ? {} : { language: language ?? undefined }),
      });
    },
    'settings.choosePath': ({ of }) =>
      of === 'workspace' ? '/home/ada/code/api' : '/home/ada/company.pem',
    'settings.openFile': () => undefined,
    'auth.identity': () =>
      view.identityProvider
        ? {
            issuer: view.identityProvider.issuer,
            isSignedIn,
            ...(isSignedIn
              ? {
                  account: { name: 'Ada Lovelace', email: 'ada@tickets.example' },
                  expiresAt: now + 42 * 60_000,
                }
              : {}),
          }
        : null,
    'auth.signOutIdentity': () => {
      isSignedIn = false;
    },
    'permissions.rules': () => rules,
    'permissions.forget': ({ server, tool }) => {
      rules = rules.filter((rule) => rule.server !== server || rule.tool !== tool);
    },
    'permissions.edit': ({ previous, next }) => {
      const others = rules.filter(
        ({ layer, verdict, text }) =>
          layer !== 'user' || verdict !== previous?.verdict || text !== previous.text,
      );
      rules = next ? [...others, { ...next, layer: 'user' }] : others;
    },
    'permissions.setMode': (permissionMode) => show({ permissionMode }),
  });
  return fake;
};
