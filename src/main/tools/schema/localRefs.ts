import { isRecord } from './cleanSchema.ts';
import type { Schema } from './cleanSchema.ts';
import type { SchemaNotes } from './schemaNotes.ts';

/** What a JSON pointer reference (`#/$defs/x`, RFC 6901) points to in `root`, if anything. */
function resolveRef(root: Schema, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
  let at: unknown = root;
  for (const token of ref.slice(1).split('/').slice(1)) {
    const key = decodeToken(token);
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isRecord(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return ref === '#' || ref.startsWith('#/') ? at : undefined;
}

/**
 * Follows a schema that is only a reference to the schema it stands for; undefined when it leads
 * nowhere or in a circle.
 */
export function followRefs(root: Schema, schema: unknown): unknown {
  const seen = new Set<unknown>();
  let at = schema;
  while (isRecord(at) && typeof at['$ref'] === 'string') {
    if (seen.has(at)) return undefined;
    seen.add(at);
    at = resolveRef(root, at['$ref']);
  }
  return at;
}

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

function decodeToken(token: string): string {
  try {
    return decodeURIComponent(token).replace(/~1/g, '/').replace(/~0/g, '~');
  } catch {
    return token;
  }
}
