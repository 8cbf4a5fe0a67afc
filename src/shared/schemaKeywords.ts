/** What a keyword of JSON Schema 2020-12 holds, where another shape makes a schema invalid. */
export type KeywordShape =
  | 'schema'
  | 'schemas'
  | 'schemaMap'
  | 'string'
  | 'number'
  | 'count'
  | 'boolean'
  | 'array'
  | 'names';

/** The keywords that are checked; unknown ones are annotations and pass. */
export const keywordShapes: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ...entries('schema', [
    'additionalProperties',
    'contains',
    'contentSchema',
    'else',
    'if',
    'items',
    'not',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
  ]),
  ...entries('schemas', ['allOf', 'anyOf', 'oneOf', 'prefixItems']),
  ...entries('schemaMap', [
    '$defs',
    'definitions',
    'dependentSchemas',
    'patternProperties',
    'properties',
  ]),
  ...entries('string', [
    '$comment',
    '$ref',
    'contentEncoding',
    'contentMediaType',
    'description',
    'format',
    'pattern',
    'title',
  ]),
  ...entries('number', [
    'exclusiveMaximum',
    'exclusiveMinimum',
    'maximum',
    'minimum',
    'multipleOf',
  ]),
  ...entries('count', [
    'maxContains',
    'maxItems',
    'maxLength',
    'maxProperties',
    'minContains',
    'minItems',
    'minLength',
    'minProperties',
  ]),
  ...entries('boolean', ['deprecated', 'readOnly', 'uniqueItems', 'writeOnly']),
  ...entries('array', ['enum', 'examples']),
  ...entries('names', ['required']),
]);

const typeNames: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

/** Whether a value may stand at `type`. */
export function isTypeValue(value: unknown): boolean {
  if (!Array.isArray(value)) return typeNames.has(value);
  return (
    value.length > 0 &&
    value.every((one) => typeNames.has(one)) &&
    new Set(value).size === value.length
  );
}

function entries(shape: KeywordShape, names: readonly string[]): [string, KeywordShape][] {
  return names.map((name) => [name, shape]);
}
