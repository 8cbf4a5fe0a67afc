import type { AppError } from '../../shared/errors.ts';
import { ServerConfig } from '../../shared/server.ts';

/** Where a value is looked up: in the login shell's environment, or among our secrets. */
export type Reference = { readonly from: 'environment' | 'secret'; readonly name: string };

export type Expanded = {
  readonly config: ServerConfig;
  /** What was filled in, by reference as it is written; empty values are left out. */
  readonly values: ReadonlyMap<string, { readonly value: string; readonly of: Reference }>;
};

type Fault = { readonly field: string; readonly name: string };

/**
 * `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `${secret:NAME}`, and the same with a default, which may
 * have references in it. Other clients' `${input:x}` is read too, so that it is not passed on as text.
 */
const pattern =
  /\$\{(?:([A-Za-z_]\w*)|(env|secret|input|config|command):([^{}:]+))(?::-((?:\$\{[^{}]*\}|[^}])*))?\}/g;

/** Whether there is something to look up in an entry. */
export function hasReferences(config: ServerConfig): boolean {
  return fieldsOf(config).some(([, value]) => value.search(pattern) !== -1);
}

/** The references in an entry, each once, in the order of its fields. */
export function referencesOf(config: ServerConfig): readonly Reference[] {
  const found = new Map<string, Reference>();
  const note = (of: Reference) => {
    found.set(`${of.from} ${of.name}`, of);
    return '';
  };
  for (const [, value] of fieldsOf(config)) {
    replace(value, { lookUp: note, onFound: () => undefined, onMissing: () => undefined });
  }
  return [...found.values()];
}

/**
 * The entry with its references filled in: command, args, env, url and headers, nothing else. What
 * comes out of a variable is not looked through again. An empty or absent one takes the default;
 * an absent one without a default is a fault, told by its field and name.
 */
export function expandVariables(
  config: ServerConfig,
  lookUp: (of: Reference) => string | undefined,
): Expanded | Fault {
  const values = new Map<string, { value: string; of: Reference }>();
  let fault: Fault | undefined;
  const fill = (field: string, value: string): string =>
    replace(value, {
      lookUp,
      onFound: (written, found, of) => {
        if (found !== '') values.set(written, { value: found, of });
      },
      onMissing: (name) => (fault ??= { field, name }),
    });
  const fillAll = (field: string, given: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, fill(`${field}.${name}`, value)]),
    );
  const expanded = expandFields(config, fill, fillAll);
  return fault ?? { config: expanded, values };
}

/** Why a server with such a fault is not started. `file` is where its entry stands. */
export function variableMissing(server: string, { field, name }: Fault, file: string): AppError {
  const isSecret = name.startsWith('secret:');
  return {
    code: isSecret ? 'config/secret-missing' : 'config/variable-missing',
    message: isSecret
      ? `${server} was not started: ${field} in ${file} needs the secret ${name.slice(7)}, which is not in the keychain.`
      : `${server} was not started: ${field} in ${file} needs the variable ${name}, which is not set.`,
    params: { server, field, name: isSecret ? name.slice(7) : name, file },
    action: isSecret ? 'open-settings' : 'edit-config',
  };
}

/** Why a server is not started whose entry is not valid once it is filled in. */
export function expandedInvalid(config: ServerConfig): string | undefined {
  const parsed = ServerConfig.safeParse(config);
  // The value itself may be a secret, so that only the field is told.
  return parsed.success ? undefined : (parsed.error.issues[0]?.path.join('.') ?? '');
}

function expandFields(
  config: ServerConfig,
  fill: (field: string, value: string) => string,
  fillAll: (
    field: string,
    given: Readonly<Record<string, string>>,
  ) => { readonly [name: string]: string },
): ServerConfig {
  if ('command' in config) {
    return {
      ...config,
      command: fill('command', config.command),
      args: config.args.map((arg, index) => fill(`args.${index}`, arg)),
      env: fillAll('env', config.env),
    };
  }
  if (config.type === 'sdk') return config;
  const headers = fillAll('headers', config.headers);
  if (config.url === undefined) return { ...config, headers };
  return { ...config, url: fill('url', config.url), headers };
}

function fieldsOf(config: ServerConfig): readonly (readonly [string, string])[] {
  const fields: [string, string][] = [];
  const note = (field: string, value: string): string => {
    fields.push([field, value]);
    return value;
  };
  expandFields(config, note, (field, given) => {
    for (const [name, value] of Object.entries(given)) note(`${field}.${name}`, value);
    return given;
  });
  return fields;
}

function replace(
  text: string,
  by: {
    readonly lookUp: (of: Reference) => string | undefined;
    readonly onFound: (written: string, value: string, of: Reference) => void;
    readonly onMissing: (name: string) => void;
  },
): string {
  return text.replace(
    pattern,
    (
      written,
      plain: string | undefined,
      prefix: string | undefined,
      named: string | undefined,
      fallback: string | undefined,
    ) => {
      const name = plain ?? named ?? '';
      const isOurs = prefix === undefined || prefix === 'env' || prefix === 'secret';
      const of: Reference = { from: prefix === 'secret' ? 'secret' : 'environment', name };
      const found = isOurs ? by.lookUp(of) : undefined;
      if (found !== undefined && (found !== '' || fallback === undefined)) {
        by.onFound(written, found, of);
        return found;
      }
      if (fallback !== undefined) return replace(fallback, by);
      by.onMissing(prefix === undefined || prefix === 'env' ? name : `${prefix}:${name}`);
      return '';
    },
  );
}
