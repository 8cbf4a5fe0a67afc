import { followRefs, isRecord, resolvePointer } from '../../../../shared/jsonPointer.ts';
import { isTypeValue, keywordShapes } from '../../../../shared/schemaKeywords.ts';
import type { KeywordShape } from '../../../../shared/schemaKeywords.ts';

export type Json = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): boolean => isRecord(value) || typeof value === 'boolean';
const isFilled = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0;
const isSchemas = (value: unknown): boolean => isFilled(value) && value.every(isSchema);
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => Number.isFinite(value);

const checks: Readonly<Record<KeywordShape, (value: unknown) => boolean>> = {
  schema: isSchema,
  schemas: isSchemas,
  schemaMap: isRecord,
  string: isText,
  number: isNumber,
  count: (value) => Number.isInteger(value) && Number(value) >= 0,
  boolean: (value) => typeof value === 'boolean',
  array: isFilled,
  names: (value) => Array.isArray(value) && value.every(isText),
};

/** Whether a keyword is what the form can use, also as earlier drafts wrote it. */
function isLegal(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'type':
      return isTypeValue(value);
    case 'items':
      return isSchema(value) || isSchemas(value);
    case 'exclusiveMaximum':
    case 'exclusiveMinimum':
      return isNumber(value) || typeof value === 'boolean';
    default: {
      const shape = keywordShapes.get(keyword);
      return shape === undefined || checks[shape](value);
    }
  }
}

/**
 * The keywords of one schema that are what JSON Schema has them be. A reference that leads nowhere
 * within `root` and a default that does not fit go as well.
 */
export function legalParts(schema: Json, root: Json): Json {
  const kept = Object.entries(schema).filter(([keyword, value]) => {
    if (keyword === '$ref')
      return typeof value === 'string' && resolvePointer(root, value) !== undefined;
    if (keyword === 'default') return fits(value, schema);
    return isLegal(keyword, value);
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
  if (type === undefined || !isTypeValue(type)) return true;
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
