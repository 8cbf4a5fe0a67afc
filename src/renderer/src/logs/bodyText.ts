export type ParsedBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** A kept message as a value; what is not JSON (a line of stderr, a cut message) is shown as text. */
export function parseBody(text: string): ParsedBody {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** A kept message as it goes to the clipboard. */
export function prettyBody(text: string): string {
  const parsed = parseBody(text);
  return parsed.ok ? JSON.stringify(parsed.value, null, 2) : text;
}
