import { createHash } from 'node:crypto';

/**
 * A name for what an outside string stands for, safe as a file name and as an account of any keychain
 * (that of Windows does not tell upper from lower case): a readable part and a hash of the whole.
 */
export function stableName(text: string): string {
  const readable = text
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  // UTF-16 keeps apart what UTF-8 would not: halves of a surrogate pair.
  const hash = createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex').slice(0, 32);
  return readable === '' ? hash : `${readable}-${hash}`;
}
