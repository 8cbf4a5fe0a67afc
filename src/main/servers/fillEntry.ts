import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { ServerConfig } from '../../shared/server.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import {
  expandedInvalid,
  expandVariables,
  hasReferences,
  referencesOf,
  variableMissing,
} from '../config/expandVariables.ts';
import type { ServerEnvironment } from './process/serverEnvironment.ts';
import { isInherited } from './transports/childEnvironment.ts';

export type FillPorts = {
  readonly environment: Pick<ServerEnvironment, 'read'>;
  /** From the keychain, by the name in `${secret:NAME}`. */
  readonly secret?: (name: string) => Promise<string | undefined>;
  /** Throws an AppFailure for a server that must not run as it is filled in. */
  readonly check?: (name: string, config: ServerConfig) => void;
};

/** An entry as it runs. It is kept nowhere but in the attempt that runs it. */
export type FilledEntry = {
  readonly config: ServerConfig;
  /** What came out of variables and secrets and must not be seen. */
  readonly hidden: readonly string[];
};

/**
 * Looks up the `${…}` of an entry, at the start and not before. Rejects with `config/variable-missing`
 * or `config/secret-missing` {server, field, name, file}, or `config/expanded-invalid`.
 */
export async function fillEntry(
  { name: server, config, origin }: ServerDefinition,
  ports: FillPorts,
): Promise<FilledEntry> {
  if (!hasReferences(config)) {
    ports.check?.(server, config);
    return { config, hidden: [] };
  }
  const file = origin?.winner.file ?? 'settings.json';
  const references = referencesOf(config);
  const needsEnvironment = references.some(({ from }) => from === 'environment');
  const environment = needsEnvironment ? await ports.environment.read() : {};
  const secrets = new Map<string, string | undefined>();
  for (const { from, name } of references) {
    if (from === 'secret') secrets.set(name, await ports.secret?.(name));
  }
  const filled = expandVariables(config, ({ from, name }) =>
    from === 'secret' ? secrets.get(name) : environment[name],
  );
  if ('field' in filled) throw new AppFailure(variableMissing(server, filled, file));
  const field = expandedInvalid(filled.config);
  if (field !== undefined) throw new AppFailure(invalid(server, field, file));
  ports.check?.(server, filled.config);
  const hidden = [...filled.values.values()].flatMap(({ value, of }) =>
    of.from === 'environment' && isInherited(of.name) ? [] : [value],
  );
  return { config: filled.config, hidden };
}

function invalid(server: string, field: string, file: string): AppError {
  return {
    code: 'config/expanded-invalid',
    message: `${server} was not started: ${field} in ${file} is not valid with its variables filled in.`,
    params: { server, field, file },
    action: 'edit-config',
  };
}
