import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import type { JSONPath, Node } from 'jsonc-parser';
import { entryFields } from '../../shared/server.ts';

type Edit = { readonly path: JSONPath; readonly value: unknown };

/**
 * Puts an entry at a path so that nothing is lost that is not ours: fields that Patchbay does not
 * know, of the entry that it comes from, stay, and so do comments where only fields change.
 */
export function entryEdits(
  root: Node,
  path: JSONPath,
  value: Readonly<Record<string, unknown>>,
  from: JSONPath,
): readonly Edit[] {
  const node = findNodeAtLocation(root, from);
  const known: unknown = node && getNodeValue(node);
  if (typeof known !== 'object' || known === null || Array.isArray(known)) return [{ path, value }];
  const before = new Map<string, unknown>(Object.entries(known));
  if (!isDeepStrictEqual(path, from)) {
    const foreign = [...before].filter(([field]) => !entryFields.has(field));
    return [{ path, value: { ...Object.fromEntries(foreign), ...value } }];
  }
  const after = new Map(Object.entries(value));
  const gone = [...before.keys()].filter((field) => entryFields.has(field) && !after.has(field));
  const changed = [...after].filter(([field, one]) => !isDeepStrictEqual(before.get(field), one));
  return [
    ...gone.map((field) => ({ path: [...path, field], value: undefined })),
    ...changed.map(([field, one]) => ({ path: [...path, field], value: one })),
  ];
}
