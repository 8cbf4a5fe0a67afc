import { showHidden } from './hiddenText.ts';

/** How many layers of encoding are taken off. */
const maxDepth = 3;

/**
 * What the encoded parts of a text say, outermost first: percent-encoding, base64 (also of UTF-16,
 * as PowerShell's -EncodedCommand takes it), hex and `\x` or `\u` escapes, one in another too.
 * Only what decodes to plain text counts, so that package names and hashes are left alone.
 */
export function decodings(text: string, depth = 1): readonly string[] {
  const found = new Set<string>();
  for (const decoded of [percent(text), escapes(text), ...tokens(text).flatMap(fromToken)]) {
    if (decoded === undefined || decoded === text) continue;
    found.add(showHidden(decoded));
    if (depth < maxDepth) for (const inner of decodings(decoded, depth + 1)) found.add(inner);
  }
  return [...found];
}

function percent(text: string): string | undefined {
  if (!/%[\da-f]{2}/i.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function escapes(text: string): string | undefined {
  const decoded = text.replace(
    /\\x([\da-f]{2})|\\u\{?([\da-f]{4,6})\}?|\\([0-3][0-7]{2})/gi,
    (all, hex: string | undefined, unicode: string | undefined, octal: string | undefined) => {
      const code =
        octal === undefined ? Number.parseInt(hex ?? unicode ?? '', 16) : Number.parseInt(octal, 8);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
  return decoded === text ? undefined : decoded;
}

const tokens = (text: string): readonly string[] => text.match(/[\w+/-]{12,}={0,2}/g) ?? [];

function fromToken(token: string): readonly string[] {
  const found: string[] = [];
  if (/^(?:[\da-f]{2}){6,}$/i.test(token)) found.push(...plain(Buffer.from(token, 'hex')));
  if (token.replace(/=+$/, '').length % 4 !== 1) {
    found.push(...plain(Buffer.from(token, 'base64')));
  }
  return found;
}

/** A text, when nearly all of it is what people write. */
function plain(bytes: Buffer): readonly string[] {
  if (bytes.length < 6) return [];
  const isWide = bytes.length % 2 === 0 && bytes.every((byte, i) => i % 2 === 0 || byte === 0);
  const text = isWide ? bytes.toString('utf16le') : bytes.toString('utf8');
  const odd = text.replace(/[\x20-\x7e\r\n\t]/g, '').length;
  return odd === 0 ? [text] : [];
}
