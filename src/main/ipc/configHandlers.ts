import { AppFailure } from '../../shared/errors.ts';
import type { NamedSecret } from '../../shared/config.ts';
import type { SecretStore } from '../auth/keychain/secretStore.ts';
import type { Configuration } from '../config/configuration.ts';
import { referencesOf } from '../config/expandVariables.ts';
import { mergeKept } from '../config/keptValues.ts';
import type { Handlers } from './router.ts';

type ConfigHandlers = Pick<
  Handlers,
  'servers.save' | 'servers.remove' | Extract<keyof Handlers, `config.${string}`>
>;

/** The requests about where servers come from, and those that change an entry. */
export function configHandlers(configuration: Configuration, secrets: SecretStore): ConfigHandlers {
  const { user } = configuration;
  const entriesOf = (layer: 'user' | 'local') =>
    configuration.settingsOf(layer)?.mcpServers ?? new Map();
  return {
    'config.view': () => configuration.view(),
    'config.answer': ({ key, answer }) => configuration.answer(key, answer),

    'config.askAgain': ({ name, layer }) => configuration.askAgain(name, layer),
    'config.secrets': () => secretsOf(configuration, secrets),
    'config.forgetSecret': (name) => secrets.delete(name),

    'servers.save': async ({ previous, name, config, layer = 'user' }) => {
      configuration.checkEditable();
      const entries = entriesOf(layer);
      if (name !== previous && entries.has(name)) throw nameTaken(name);
      const whole = mergeKept(config, entries.get(previous ?? name));
      const value = withoutDefaults(whole);
      const moved = previous !== undefined && previous !== name;
      const edits = [
        {
          path: ['mcpServers', name],
          value,
          entryFrom: ['mcpServers', previous ?? name],
        },
        ...(moved ? [{ path: ['mcpServers', previous], value: undefined }] : []),
      ];
      return layer === 'local' ? configuration.saveLocal(name, whole, edits) : user.edit(edits);
    },
    'servers.remove': async (name) => {
      configuration.checkEditable();
      const inForce = configuration.definitions().find((one) => one.name === name);
      const edits = [{ path: ['mcpServers', name], value: undefined }];
      return inForce?.source === 'local'
        ? configuration.saveLocal(name, undefined, edits)
        : user.edit(edits);
    },
  };
}

async function secretsOf(
  configuration: Configuration,
  secrets: SecretStore,
): Promise<readonly NamedSecret[]> {
  const servers = new Map<string, string[]>();
  for (const { name: server, config } of configuration.definitions()) {
    for (const { from, name } of referencesOf(config)) {
      if (from === 'secret') servers.set(name, [...(servers.get(name) ?? []), server]);
    }
  }
  const found = [...servers].map(async ([name, users]) => ({
    name,
    servers: users,
    isKept: (await secrets.get(name)) !== undefined,
  }));
  return Promise.all(found);
}

function nameTaken(name: string): AppFailure {
  return new AppFailure({
    code: 'config/name-taken',
    message: `There is a server named ${name} already. Choose another name.`,
    params: { name },
  });
}

/** An entry as a person would write it: empty lists and what is so by default are left out. */
function withoutDefaults(config: object): Record<string, unknown> {
  const isDefault = (name: string, value: unknown): boolean =>
    value === undefined ||
    value === (name === 'roots') ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  const fields = Object.entries(config).filter(([name, value]) => !isDefault(name, value));
  return Object.fromEntries(fields);
}
