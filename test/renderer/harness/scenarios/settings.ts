import type { KeyState, SettingsView } from '../../../../src/shared/settings.ts';
import { createFakeBridge } from '../../fakeBridge.ts';
import { minutesAgo, now, settings } from '../madeUp.ts';

const keys: Record<string, Partial<SettingsView>> = {
  keychain: { key: { kind: 'keychain' } },
  memory: {
    key: { kind: 'memory' },
    keychainProblem: 'no secret service answers on the session bus',
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
  let rules = [
    { server: 'deploy', tool: 'status', since: minutesAgo(9_000) },
    { server: 'filesystem', tool: 'write_file', since: minutesAgo(90) },
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
  });
  return fake;
};
