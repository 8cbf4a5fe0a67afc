import type { Arguments } from '../../store/tries.ts';

/** Reads arguments written as JSON: nothing at all is none, and anything but an object is wrong. */
export function parseArguments(
  json: string,
):
  | { readonly ok: true; readonly input: Arguments }
  | { readonly ok: false; readonly problem: string } {
  if (json.trim() === '') return { ok: true, input: {} };
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ok: true, input: value as Arguments }
      : { ok: false, problem: '{ … }' };
  } catch (thrown) {
    return { ok: false, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
