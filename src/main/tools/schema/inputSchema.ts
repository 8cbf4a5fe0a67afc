import type { ToolNote } from '../../../shared/toolNote.ts';
import { followRefs, isRecord } from '../../../shared/jsonPointer.ts';
import { cleanSchema } from './cleanSchema.ts';
import type { Schema } from './cleanSchema.ts';
import { pruneRefs } from './localRefs.ts';
import { mergeCombinators } from './mergeCombinators.ts';
import { SchemaNotes } from './schemaNotes.ts';

/** What the Messages API takes as a tool's `input_schema`. */
export type ApiSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

export type GateResult =
  | { readonly kind: 'as-is'; readonly schema: ApiSchema }
  | { readonly kind: 'repaired'; readonly schema: ApiSchema; readonly notes: readonly ToolNote[] }
  | { readonly kind: 'refused'; readonly reason: ToolNote };

const maxCharacters = 100_000;
const notAnObject: ToolNote = { code: 'schema-not-object' };

/**
 * Makes an MCP tool's inputSchema fit for the Messages API, which refuses a whole request for one
 * bad tool: an object at the root, nothing combined there, valid 2020-12, local references only.
 */
export function gateSchema(input: unknown): GateResult {
  if (input === undefined || input === null || input === true) {
    return {
      kind: 'repaired',
      schema: { type: 'object', properties: {} },
      notes: [{ code: 'schema-unstated' }],
    };
  }
  if (!isRecord(input)) return { kind: 'refused', reason: notAnObject };
  const notes = new SchemaNotes();
  const cleaned = cleanSchema(input, notes);
  const target = followRefs(cleaned, cleaned);
  if (!isRecord(target)) return { kind: 'refused', reason: { code: 'schema-leads-nowhere' } };
  const merged = mergeCombinators(inlineRoot(cleaned, target, notes), notes);
  const type = merged['type'];
  if (
    type !== undefined &&
    type !== 'object' &&
    !(Array.isArray(type) && type.includes('object'))
  ) {
    return { kind: 'refused', reason: notAnObject };
  }
  if (type !== 'object') notes.add('root-type');
  const pruned = pruneRefs({ ...merged, type: 'object' }, notes);
  const schema = fitToSize({ ...pruned, type: 'object' }, notes);
  if (!schema) return { kind: 'refused', reason: { code: 'schema-too-large' } };
  const found = notes.all();
  return found.length === 0
    ? { kind: 'as-is', schema }
    : { kind: 'repaired', schema, notes: found };
}

/** The root in place of its own reference, with the definitions it may need. */
function inlineRoot(root: Schema, target: Schema, notes: SchemaNotes): Schema {
  if (root === target) return root;
  notes.add('root-reference');
  const { $ref: _reference, ...rest } = root;
  return { ...rest, ...target };
}

/** Over the limit, properties keep their type and the start of their description only. */
function fitToSize(schema: ApiSchema, notes: SchemaNotes): ApiSchema | undefined {
  if (JSON.stringify(schema).length <= maxCharacters) return schema;
  notes.add('only-kinds');
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
