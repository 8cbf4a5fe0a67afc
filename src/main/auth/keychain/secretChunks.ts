import { createHash } from 'node:crypto';

/** Windows takes 2,560 bytes an item (wincred.h, CRED_MAX_CREDENTIAL_BLOB_SIZE); we stay well below. */
export const itemBytes = 2_000;

/** What a secret's own item holds when the secret itself is in other items. */
export type ChunkHead = {
  /** Which of the two sets of chunks counts: a new secret is written beside the old one. */
  readonly generation: 0 | 1;
  readonly count: number;
  /** SHA-256 of the whole secret in hexadecimal: pieces of two secrets are never taken for one. */
  readonly digest: string;
};

const mark = 'patchbay-chunks/1';
const headPattern = /^patchbay-chunks\/1 ([01]) ([1-9]\d{0,4}) ([0-9a-f]{64})$/;

/** Whether a secret can't be an item as it is: too large, or it would be taken for a head. */
export function needsChunks(secret: string, maxBytes: number = itemBytes): boolean {
  return Buffer.byteLength(secret) > maxBytes || secret.startsWith(mark);
}

/** Pieces of at most `maxBytes` (4 or more) of UTF-8; no code point is cut. */
export function splitSecret(secret: string, maxBytes: number = itemBytes): readonly string[] {
  const chunks: string[] = [];
  let start = 0;
  let end = 0;
  let bytes = 0;
  for (const character of secret) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxBytes) {
      chunks.push(secret.slice(start, end));
      start = end;
      bytes = 0;
    }
    end += character.length;
    bytes += size;
  }
  if (end > start) chunks.push(secret.slice(start, end));
  return chunks;
}

/** The whole secret, or undefined where a chunk is missing or of another secret. */
export function joinChunks(
  chunks: readonly (string | undefined)[],
  head: ChunkHead,
): string | undefined {
  if (chunks.length !== head.count || chunks.includes(undefined)) return undefined;
  const secret = chunks.join('');
  return digestOf(secret) === head.digest ? secret : undefined;
}

export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

export const headText = (head: ChunkHead): string =>
  `${mark} ${head.generation} ${head.count} ${head.digest}`;

/** The head that an item holds, or undefined where it is a secret itself. */
export function parseHead(item: string): ChunkHead | undefined {
  const [, generation, count, digest] = headPattern.exec(item) ?? [];
  if (digest === undefined) return undefined;
  return { generation: generation === '1' ? 1 : 0, count: Number(count), digest };
}
