import { isDeepStrictEqual } from 'node:util';
import { followRefs, isRecord } from '../../../shared/jsonPointer.ts';
import type { Schema } from './cleanSchema.ts';
import type { SchemaNotes } from './schemaNotes.ts';

const combinators = ['allOf', 'anyOf', 'oneOf'] as const;
const maxVariants = 500;

/**
 * One object without oneOf, anyOf or allOf at its root, which the Messages API refuses there. It
 * takes what any variant takes; what the variants ruled out is told in the description.
 */
export function mergeCombinators(root: Schema, notes: SchemaNotes): Schema {
  const used = combinators.filter((name) => Array.isArray(root[name]));
  if (used.length > 0) notes.add('merged', { keywords: used.join(', ') });
  return merge(root, { root, above: [], left: maxVariants });
}

/** `above` are the schemas being merged right now; `left` bounds the work on hostile schemas. */
type Walk = { readonly root: Schema; readonly above: Schema[]; left: number };

function merge(schema: Schema, walk: Walk): Schema {
  let merged = schema;
  walk.above.push(schema);
  for (const keyword of combinators) {
    if (Array.isArray(merged[keyword])) merged = mergeOne(merged, keyword, walk);
  }
  walk.above.pop();
  return merged;
}

function mergeOne(schema: Schema, keyword: (typeof combinators)[number], walk: Walk): Schema {
  const listed = schema[keyword];
  const variants = (Array.isArray(listed) ? listed : [])
    .map((one) => followRefs(walk.root, one))
    .filter(isRecord)
    .filter((one) => mayBeObject(one) && !walk.above.includes(one) && walk.left-- > 0)
    .map((one) => merge(one, walk));
  const rest = without(schema, [keyword]);
  if (variants.length === 0) return rest;
  const properties = new Map<string, unknown[]>();
  for (const source of [rest, ...variants]) {
    for (const [name, one] of Object.entries(propertiesOf(source))) {
      const known = properties.get(name) ?? [];
      if (!known.some((other) => isDeepStrictEqual(other, one))) known.push(one);
      properties.set(name, known);
    }
  }
  const combine = keyword === 'allOf' ? 'allOf' : 'anyOf';
  const required = new Set(requiredOf(rest));
  const perVariant = variants.map(requiredOf);
  for (const name of perVariant.flat()) {
    if (keyword === 'allOf' || perVariant.every((names) => names.includes(name)))
      required.add(name);
  }
  const isClosed = [rest, ...variants].some((one) => one['additionalProperties'] === false);
  return {
    ...without(rest, isClosed ? ['additionalProperties'] : []),
    properties: Object.fromEntries(
      [...properties].map(([name, all]) => [name, all.length === 1 ? all[0] : { [combine]: all }]),
    ),
    required: [...required],
    ...(keyword !== 'allOf' && { description: describe(rest, keyword, variants) }),
  };
}

function describe(rest: Schema, keyword: 'anyOf' | 'oneOf', variants: readonly Schema[]): string {
  const said = typeof rest['description'] === 'string' ? `${rest['description']}\n` : '';
  const count = keyword === 'oneOf' ? 'exactly one' : 'at least one';
  const lines = variants.map((variant) => {
    const required = requiredOf(variant);
    const names = Object.keys(propertiesOf(variant)).map((name) =>
      required.includes(name) ? name : `${name} (optional)`,
    );
    const about = typeof variant['description'] === 'string' ? `: ${variant['description']}` : '';
    return `- ${names.length > 0 || required.length === 0 ? names.join(', ') || '(no properties)' : required.join(', ')}${about}`;
  });
  return `${said}The arguments must fit ${count} of these sets:\n${lines.join('\n')}`;
}

function mayBeObject(schema: Schema): boolean {
  const type = schema['type'];
  return (
    type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))
  );
}

function propertiesOf(schema: Schema): Schema {
  return isRecord(schema['properties']) ? schema['properties'] : {};
}

function requiredOf(schema: Schema): string[] {
  const required = schema['required'];
  return Array.isArray(required) ? required.filter((one) => typeof one === 'string') : [];
}

function without(schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));
}
