type JsonObject = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Follows a schema that is only a reference to the schema it stands for; undefined when it leads
 * nowhere or in a circle.
 */
export function followRefs(root: JsonObject, schema: unknown): unknown {
  const seen = new Set<unknown>();
  let at = schema;
  while (isRecord(at) && typeof at['$ref'] === 'string') {
    if (seen.has(at)) return undefined;
    seen.add(at);
    at = resolvePointer(root, at['$ref']);
  }
  return at;
}

/** What a JSON pointer in a fragment (`#/$defs/x`, RFC 6901, 6) points to in `root`, if anything. */
export function resolvePointer(root: JsonObject, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const token of reference.split('/').slice(1)) {
    const key = decoded(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isRecord(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
