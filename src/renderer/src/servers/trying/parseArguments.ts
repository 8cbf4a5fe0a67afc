import { parseTree } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { Arguments } from '../../store/tries.ts';
import { inexactIn } from './inexactIn.ts';

export type JsonProblem = {
  /** Where it breaks off, both from 1; absent where it is JSON. */
  readonly at?: { readonly line: number; readonly column: number };
  /** The place of a number that would lose digits. */
  readonly inexact?: string;
};

/** Reads arguments written as JSON: nothing at all is none, and anything but an object is wrong. */
export function parseArguments(
  json: string,
): { readonly ok: true; readonly input: Arguments } | ({ readonly ok: false } & JsonProblem) {
  if (json.trim() === '') return { ok: true, input: {} };
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false };
    const [inexact] = inexactIn(value);
    if (inexact) return { ok: false, inexact: inexact.join('.') };
    return { ok: true, input: value as Arguments };
  } catch {
    const errors: ParseError[] = [];
    parseTree(json, errors, { disallowComments: true });
    const before = json.slice(0, errors[0]?.offset ?? json.length).split('\n');
    return { ok: false, at: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } };
  }
}
