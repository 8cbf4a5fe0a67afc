/** The whole body of a response, of which no more than `maxBytes` are kept; throws what `tooBig` gives. */
export async function cappedBody(
  response: Response,
  maxBytes: number,
  tooBig: () => Error,
): Promise<Buffer> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; ;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return Buffer.concat(chunks);
    chunks.push(part.value);
    size += part.value.byteLength;
    if (size <= maxBytes) continue;
    await reader?.cancel().catch(() => undefined);
    throw tooBig();
  }
}

/** Why a fetch failed: its own message ("fetch failed") says nothing. */
export function fetchReason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
