import type { KeyState, SettingsView } from '../../../../src/shared/settings.ts';
import { createFakeBridge } from '../../fakeBridge.ts';
import { minutesAgo, settings } from '../madeUp.ts';

const keys: Record<string, Partial<SettingsView>> = {
  keychain: { key: { kind: 'keychain' } },
  memory: {
    key: { kind: 'memory' },
    keychainProblem: 'no secret service answers on the session bus',
  },
  none: { key: { kind: 'none' }, demo: true },
  environment: {
    key: { kind: 'environment', variable: 'ANTHROPIC_API_KEY' },
    baseUrl: { value: 'https://gateway.example.com/anthropic', source: 'environment' },
  },
};

/** Every field works; `&key=` keychain, memory, none or environment chooses where the key is. */
export const bridge = () => {
  const asked = new URLSearchParams(location.search).get('key') ?? 'keychain';
  let view = settings(keys[asked]);
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
      show({
        ...(model ? { model: { value: model, source: 'settings' } } : {}),
        ...(baseUrl ? { baseUrl: { value: baseUrl, source: 'settings' } } : {}),
        ...(theme ? { theme } : {}),
        ...(workspace ? { workspace: { value: workspace, source: 'settings' } } : {}),
        ...(extraCaFile ? { extraCaFile: { value: extraCaFile, source: 'settings' } } : {}),
        ...(language === undefined ? {} : { language: language ?? undefined }),
      });
    },
    'settings.choosePath': ({ of }) =>
      of === 'workspace' ? '/home/ada/code/api' : '/home/ada/company.pem',
    'settings.openFile': () => undefined,
    'permissions.rules': () => rules,
    'permissions.forget': ({ server, tool }) => {
      rules = rules.filter((rule) => rule.server !== server || rule.tool !== tool);
    },
  });
  return fake;
};
