import type { JSONPath, Node } from 'jsonc-parser';
import { whys } from '../../shared/whys.ts';

/** Something in parsed JSON that no schema sees. */
export type JsonFault = { readonly path: JSONPath; readonly node: Node; readonly why: string };

/** Keys that stand twice in one object, of which the last counts for programs and the first for us. */
export function keysTwice(root: Node, path: JSONPath = []): readonly JsonFault[] {
  const faults: JsonFault[] = [];
  const walk = (node: Node, at: JSONPath): void => {
    const seen = new Set<string>();
    for (const [index, child] of (node.children ?? []).entries()) {
      if (node.type === 'array') walk(child, [...at, index]);
      if (node.type !== 'object') continue;
      const [key, value] = child.children ?? [];
      const name = String(key?.value);
      if (key && seen.has(name)) {
        faults.push({ path: [...at, name], node: key, why: whys['keep-one'] });
      }
      seen.add(name);
      if (value) walk(value, [...at, name]);
    }
  };
  walk(root, path);
  return faults;
}

/** The first text that can't be handed to a program or a server as it is. */
export function oddText(value: unknown, path: JSONPath = []): Omit<JsonFault, 'node'> | undefined {
  if (typeof value === 'string') {
    if (/\p{Cs}/u.test(value)) return { path, why: whys['half-character'] };
    return value.includes('\0') ? { path, why: whys['zero-character'] } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    const found = oddText(key, [...path, step]) ?? oddText(part, [...path, step]);
    if (found !== undefined) return found;
  }
  return undefined;
}
