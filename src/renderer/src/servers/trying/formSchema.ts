import type { RJSFSchema } from '@rjsf/utils';

type Json = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unions = ['oneOf', 'anyOf'] as const;

/**
 * A tool's input schema as the form takes it: an object at the root; a value that may be null is
 * one that need not be given; and each choice of a union has a name.
 */
export function formSchema(schema: unknown): RJSFSchema {
  const { $id: _id, $schema: _dialect, ...rest } = isRecord(schema) ? schema : {};
  return { ...simpler(rest, rest), type: 'object' };
}

function simpler(schema: Json, root: Json): Json {
  const mapped = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (byName.has(keyword)) return [keyword, isRecord(value) ? eachOf(value, root) : value];
    if (lists.has(keyword) && Array.isArray(value)) {
      return [keyword, value.map((one) => sub(one, root))];
    }
    return inner.has(keyword) ? [keyword, sub(value, root)] : [keyword, value];
  });
  let result: Json = Object.fromEntries(mapped);
  for (const union of unions) {
    const options = result[union];
    if (Array.isArray(options)) result = withoutNull(result, union, options, root);
  }
  return result;
}

/** Keywords that hold schemas: by name, in a list, or one. */
const byName = new Set(['properties', 'definitions', '$defs', 'dependentSchemas']);
const lists = new Set(['oneOf', 'anyOf', 'allOf', 'prefixItems']);
const inner = new Set(['items', 'additionalProperties', 'then', 'else']);

const sub = (value: unknown, root: Json): unknown =>
  isRecord(value) ? simpler(value, root) : value;
const eachOf = (value: Json, root: Json): Json =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sub(one, root)]));

function withoutNull(
  schema: Json,
  union: (typeof unions)[number],
  options: readonly unknown[],
  root: Json,
): Json {
  const isNull = (one: unknown): boolean => isRecord(one) && one['type'] === 'null';
  const left = options.filter((one) => !isNull(one));
  const { [union]: _options, default: fallback, ...rest } = schema;
  const kept = fallback === undefined || fallback === null ? rest : { ...rest, default: fallback };
  const [only] = left;
  if (left.length === 1 && options.length > 1 && isRecord(only)) return { ...only, ...kept };
  return { ...kept, [union]: left.map((one, index) => named(one, index, root)) };
}

function named(option: unknown, index: number, root: Json): unknown {
  if (!isRecord(option) || typeof option['title'] === 'string') return option;
  return { ...option, title: nameOf(option, root) ?? String(index + 1) };
}

/** What tells an option from the others: its own title, a constant in it, its reference, its kind. */
function nameOf(option: Json, root: Json): string | undefined {
  const { $ref: reference, type } = option;
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? '';
    const definitions = root['$defs'] ?? root['definitions'];
    const target = isRecord(definitions) ? definitions[name] : undefined;
    return isRecord(target) && typeof target['title'] === 'string' ? target['title'] : name;
  }
  if (option['const'] !== undefined) return text(option['const']);
  const properties = isRecord(option['properties']) ? option['properties'] : {};
  for (const one of Object.values(properties)) {
    if (isRecord(one) && one['const'] !== undefined) return text(one['const']);
  }
  const names = Object.keys(properties);
  if (names.length > 0) return names.slice(0, 3).join(', ');
  return typeof type === 'string' ? type : undefined;
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
