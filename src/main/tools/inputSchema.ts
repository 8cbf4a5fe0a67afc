import { cleanSchema, isRecord } from './cleanSchema.ts';
import type { Schema } from './cleanSchema.ts';
import { followRefs, pruneRefs } from './localRefs.ts';
import { mergeCombinators } from './mergeCombinators.ts';

/** What the Messages API takes as a tool's `input_schema`. */
export type ApiSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

export type GateResult =
  | { readonly kind: 'as-is'; readonly schema: ApiSchema }
  | { readonly kind: 'repaired'; readonly schema: ApiSchema; readonly note: string }
  | { readonly kind: 'refused'; readonly reason: string };

const maxCharacters = 100_000;
const notAnObject = 'its input schema is not an object';

/**
 * Makes an MCP tool's inputSchema fit for the Messages API, which refuses a whole request for one
 * bad tool: an object at the root, nothing combined there, valid 2020-12, local references only.
 */
export function gateSchema(input: unknown): GateResult {
  if (input === undefined || input === null || input === true) {
    return {
      kind: 'repaired',
      schema: { type: 'object', properties: {} },
      note: 'it states no input schema',
    };
  }
  if (!isRecord(input)) return { kind: 'refused', reason: notAnObject };
  const notes = new Set<string>();
  const cleaned = cleanSchema(input, notes);
  const target = followRefs(cleaned, cleaned);
  if (!isRecord(target))
    return { kind: 'refused', reason: "its input schema refers to what can't be found" };
  const merged = mergeCombinators(inlineRoot(cleaned, target, notes), notes);
  const type = merged['type'];
  if (
    type !== undefined &&
    type !== 'object' &&
    !(Array.isArray(type) && type.includes('object'))
  ) {
    return { kind: 'refused', reason: notAnObject };
  }
  if (type !== 'object') notes.add('"type": "object" was added at the root');
  const pruned = pruneRefs({ ...merged, type: 'object' }, notes);
  const schema = fitToSize({ ...pruned, type: 'object' }, notes);
  if (!schema) return { kind: 'refused', reason: 'its input schema is too large' };
  return notes.size === 0
    ? { kind: 'as-is', schema }
    : { kind: 'repaired', schema, note: [...notes].join('; ') };
}

/** The root in place of its own reference, with the definitions it may need. */
function inlineRoot(root: Schema, target: Schema, notes: Set<string>): Schema {
  if (root === target) return root;
  notes.add('the reference at the root was replaced by what it refers to');
  const { $ref: _reference, ...rest } = root;
  return { ...rest, ...target };
}

/** Over the limit, properties keep their type and the start of their description only. */
function fitToSize(schema: ApiSchema, notes: Set<string>): ApiSchema | undefined {
  if (JSON.stringify(schema).length <= maxCharacters) return schema;
  notes.add('it is so long that only the kinds of its properties are told');
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const short = Object.entries(properties).map(([name, one]) => [
    name,
    isRecord(one) ? brief(one) : {},
  ]);
  const fitted: ApiSchema = {
    type: 'object',
    properties: Object.fromEntries(short),
    ...(Array.isArray(schema['required']) && { required: schema['required'] }),
  };
  return JSON.stringify(fitted).length <= maxCharacters ? fitted : undefined;
}

function brief({ type, description }: Schema): Schema {
  return {
    ...(type !== undefined && { type }),
    ...(typeof description === 'string' && { description: description.slice(0, 200) }),
  };
}
