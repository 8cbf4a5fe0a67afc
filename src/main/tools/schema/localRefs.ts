import { followRefs, isRecord } from '../../../shared/jsonPointer.ts';
import type { Schema } from './cleanSchema.ts';
import type { SchemaNotes } from './schemaNotes.ts';

/** A copy without references to other documents, to nothing, or to themselves only. */
export function pruneRefs(root: Schema, notes: SchemaNotes): Schema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isRecord(value)) return value;
    const ref = value['$ref'];
    const isDead = typeof ref === 'string' && followRefs(root, value) === undefined;
    if (isDead) notes.add('dead-reference', { reference: ref.slice(0, 120) });
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !(isDead && key === '$ref'))
        .map(([key, one]) => [key, visit(one)]),
    );
  };
  const pruned = visit(root);
  return isRecord(pruned) ? pruned : {};
}
