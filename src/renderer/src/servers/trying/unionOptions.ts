import { isRecord } from '../../../../shared/jsonPointer.ts';
import { targetOf } from './legalParts.ts';
import type { Json } from './legalParts.ts';

/** Whether each option is one value, so that the union is a list to choose from. */
export const onlyConstants = (options: readonly unknown[]): boolean =>
  options.length > 0 && options.every((one) => isRecord(one) && 'const' in one);

/** A list of values to choose from, of the type that they have. */
export function choices(options: readonly unknown[], rest: Json): Json {
  const types = new Set(options.map((one) => (isRecord(one) ? typeof one['const'] : undefined)));
  const [only] = types;
  const type = types.size === 1 && only !== 'object' ? only : undefined;
  return { ...(type !== undefined && { type }), ...rest, oneOf: options };
}

/** The type that all options have, if it is the same. */
export function typeOfAll(options: readonly unknown[], root: Json): unknown {
  const types = new Set(
    options.map((one) => (isRecord(one) ? targetOf(one, root)['type'] : undefined)),
  );
  return types.size === 1 ? [...types][0] : undefined;
}

/** An option with a title: its own, or what tells it from the others. */
export function named(option: unknown, index: number, root: Json): unknown {
  if (!isRecord(option) || typeof option['title'] === 'string') return option;
  return { ...option, title: nameOf(option, root) ?? String(index + 1) };
}

/** A constant in it, its reference, the properties it needs or has, its kind. */
function nameOf(option: Json, root: Json): string | undefined {
  const { $ref: reference, type } = option;
  if (typeof reference === 'string') {
    const { title } = targetOf(option, root);
    return typeof title === 'string' ? title : reference.split('/').at(-1);
  }
  if (option['const'] !== undefined) return text(option['const']);
  const properties = isRecord(option['properties']) ? option['properties'] : {};
  for (const one of Object.values(properties)) {
    if (isRecord(one) && one['const'] !== undefined) return text(one['const']);
  }
  const required = Array.isArray(option['required']) ? option['required'].map(String) : [];
  const names = [...new Set([...Object.keys(properties), ...required])];
  if (names.length > 0) return names.slice(0, 3).join(', ');
  return typeof type === 'string' ? type : undefined;
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
