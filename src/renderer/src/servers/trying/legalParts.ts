import { followRefs, isRecord, resolvePointer } from '../../../../shared/jsonPointer.ts';

export type Json = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): boolean => isRecord(value) || typeof value === 'boolean';
const isSchemas = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isSchema);
const types = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);
const isType = (value: unknown): boolean =>
  types.has(String(value)) || (Array.isArray(value) && value.length > 0 && value.every(isType));
const isText = (value: unknown): boolean => typeof value === 'string';

/** What a keyword has to be for the form; the others it can do without looking at them. */
const shapes = new Map<string, (value: unknown) => boolean>([
  ['type', isType],
  ['properties', isRecord],
  ['patternProperties', isRecord],
  ['$defs', isRecord],
  ['definitions', isRecord],
  ['required', (value) => Array.isArray(value) && value.every(isText)],
  ['enum', (value) => Array.isArray(value) && value.length > 0],
  ['items', (value) => isSchema(value) || isSchemas(value)],
  ['prefixItems', isSchemas],
  ['additionalProperties', isSchema],
  ['oneOf', isSchemas],
  ['anyOf', isSchemas],
  ['allOf', isSchemas],
  ['title', isText],
  ['description', isText],
  ['format', isText],
  ['$ref', isText],
]);

/**
 * The keywords of one schema that are what JSON Schema has them be. A reference that leads nowhere
 * within `root` and a default that does not fit go as well.
 */
export function legalParts(schema: Json, root: Json): Json {
  const kept = Object.entries(schema).filter(([keyword, value]) => {
    if (keyword === '$ref')
      return typeof value === 'string' && resolvePointer(root, value) !== undefined;
    if (keyword === 'default') return fits(value, schema);
    return shapes.get(keyword)?.(value) ?? true;
  });
  return Object.fromEntries(kept);
}

/** The same for all schemas within one, by the keywords that hold them. */
export function legalSchema(given: unknown, root: Json): unknown {
  if (Array.isArray(given)) return given.map((one) => legalSchema(one, root));
  if (!isRecord(given)) return given;
  const parts = Object.entries(legalParts(given, root)).map(([keyword, value]) => {
    if (isRecord(value) && maps.has(keyword)) {
      const each = Object.entries(value).map(([name, one]) => [name, legalSchema(one, root)]);
      return [keyword, Object.fromEntries(each)];
    }
    return [keyword, holders.has(keyword) ? legalSchema(value, root) : value];
  });
  return Object.fromEntries(parts);
}
const maps = new Set(['properties', 'patternProperties', 'definitions', '$defs']);
const holders = new Set(
  'items prefixItems additionalItems additionalProperties oneOf anyOf allOf not if then else contains'.split(
    ' ',
  ),
);

/** The schema that a mere reference stands for; the schema itself where there is none. */
export function targetOf(schema: Json, root: Json): Json {
  const target = followRefs(root, schema);
  return isRecord(target) ? target : schema;
}

/** Whether a value is of the type and list that its schema states; what lies deeper is not asked. */
function fits(value: unknown, schema: Json): boolean {
  const { type, enum: values } = schema;
  if (Array.isArray(values) && !values.includes(value)) return false;
  if (type === undefined || !isType(type)) return true;
  return (Array.isArray(type) ? type : [type]).some((one) => isOf(value, one));
}

function isOf(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
