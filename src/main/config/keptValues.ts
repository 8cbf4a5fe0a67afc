import { AppFailure } from '../../shared/errors.ts';
import { ServerConfig } from '../../shared/server.ts';
import type { ServerEdit } from '../../shared/server.ts';

type Values<V> = Readonly<Record<string, V>>;

/** An entry for the window: values of variables and headers, which may be secrets, are nulls. */
export function withoutValues(config: ServerConfig): ServerEdit {
  const hide = (values: Values<string>) =>
    Object.fromEntries(Object.keys(values).map((name) => [name, null]));
  if ('env' in config) return { ...config, env: hide(config.env) };
  return 'headers' in config ? { ...config, headers: hide(config.headers) } : config;
}

/**
 * The entry that an edit stands for, where each null is the value that `existing` has under that
 * name, as a variable or a header. Throws an AppFailure when it has none.
 */
export function mergeKept(edit: ServerEdit, existing: ServerConfig | undefined): ServerConfig {
  const fill = (values: Values<string | null>, kept: Values<string>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value ?? keptValue(kept, name)]),
    );
  if ('env' in edit) {
    const kept = existing && 'env' in existing ? existing.env : {};
    return ServerConfig.parse({ ...edit, env: fill(edit.env, kept) });
  }
  if ('headers' in edit) {
    const kept = existing && 'headers' in existing ? existing.headers : {};
    return ServerConfig.parse({ ...edit, headers: fill(edit.headers, kept) });
  }
  return edit;
}

function keptValue(kept: Values<string>, name: string): string {
  const value = Object.hasOwn(kept, name) ? kept[name] : undefined;
  if (value !== undefined) return value;
  throw new AppFailure({
    code: 'config/value-missing',
    message: `The settings file has no value of ${name} any more. Give it one.`,
    params: { name },
  });
}
