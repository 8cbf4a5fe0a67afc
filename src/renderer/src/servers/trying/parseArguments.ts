import { parseTree } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { Arguments } from '../../store/tries.ts';

/** Where JSON breaks off, both from 1; absent where it is JSON, but no object. */
export type JsonPlace = { readonly line: number; readonly column: number };

/** Reads arguments written as JSON: nothing at all is none, and anything but an object is wrong. */
export function parseArguments(
  json: string,
):
  | { readonly ok: true; readonly input: Arguments }
  | { readonly ok: false; readonly at?: JsonPlace | undefined } {
  if (json.trim() === '') return { ok: true, input: {} };
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ok: true, input: value as Arguments }
      : { ok: false };
  } catch {
    const errors: ParseError[] = [];
    parseTree(json, errors, { disallowComments: true });
    const before = json.slice(0, errors[0]?.offset ?? json.length).split('\n');
    return { ok: false, at: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } };
  }
}
