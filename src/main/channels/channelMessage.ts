import { z } from 'zod';
import { cutText } from '../tools/codePoints.ts';

/** What a server pushed, made harmless to show and to keep; not yet escaped for the model. */
export type ChannelMessage = {
  readonly content: string;
  /** In the order given; keys are identifiers and unique. */
  readonly meta: { key: string; value: string }[];
  /** Something was left out: too long, too many attributes, or keys that are no identifiers. */
  readonly isCut: boolean;
};

export type ReadPush =
  | { readonly kind: 'message'; readonly message: ChannelMessage }
  | { readonly kind: 'refused'; readonly reason: string };

/** UTF-8 bytes of what the model gets for one push, its tags included. */
export const maxChannelBytes = 16_384;
/** What the text of every push begins with. */
export const channelStart = '<channel source="';
const maxAttributes = 20;
const maxKey = 64;
const maxValue = 256;
const maxSource = 64;
/** Of all attributes together, escaped. */
const maxAttributeBytes = 4_096;

/** The params of `notifications/claude/channel`. */
const Push = z.looseObject({
  content: z.string({ error: 'its content is not a text' }),
  meta: z
    .record(z.string(), z.unknown(), { error: 'its meta is not an object' })
    .nullish()
    .transform((meta) => meta ?? {}),
});

/**
 * Reads the params of a push. Refused without a content or with a meta that is no object; of meta,
 * keys that are no identifiers, values that are no text, number or boolean, and `source`, which is
 * ours, are left out.
 */
export function readPush(params: unknown): ReadPush {
  const parsed = Push.safeParse(params);
  if (!parsed.success) {
    return refused(parsed.error.issues[0]?.message ?? 'it can not be read');
  }
  const { content: raw, meta } = parsed.data;
  const cleaned = cleanText(cutBytes(raw, 2 * maxChannelBytes));
  const content = cutBytes(cleaned, maxChannelBytes);
  if (content.trim() === '') return refused('its content is empty');
  const attributes = Object.entries(meta).flatMap(([key, value]) => {
    if (!isKey(key) || !isPlain(value)) return [];
    const text = oneLine(String(value));
    return [{ key, value: cutText(text, maxValue), whole: text }];
  });
  const kept = attributes.slice(0, maxAttributes);
  const isCut =
    Buffer.byteLength(raw) > 2 * maxChannelBytes ||
    content !== cleaned ||
    kept.length < Object.keys(meta).length ||
    kept.some(({ value, whole }) => value !== whole);
  const message = { content, meta: kept.map(({ key, value }) => ({ key, value })), isCut };
  return { kind: 'message', message };
}

/**
 * `<channel source="NAME" key="value">content</channel>`, as the model sees it: escaped, so that
 * nothing in it ends or begins a tag, and at most 16 KB, cut between two code points.
 */
export function channelText(
  source: string,
  { content, meta }: Omit<ChannelMessage, 'isCut'>,
): string {
  const name = cutText(oneLine(source), maxSource);
  let attributes = '';
  for (const { key, value } of meta) {
    const attribute = ` ${key}="${escapeText(value)}"`;
    if (Buffer.byteLength(attributes) + Buffer.byteLength(attribute) > maxAttributeBytes) break;
    attributes += attribute;
  }
  const head = `${channelStart}${escapeText(name)}"${attributes}>\n`;
  const tail = '\n</channel>';
  const room = maxChannelBytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const body = escapeText(content);
  if (Buffer.byteLength(body) <= room) return `${head}${body}${tail}`;
  return `${head}${escapedStart(content, room - Buffer.byteLength('…'))}…${tail}`;
}

function escapedStart(content: string, room: number): string {
  let bytes = 0;
  let text = '';
  for (const point of content) {
    const escaped = escapeText(point);
    bytes += Buffer.byteLength(escaped);
    if (bytes > room) break;
    text += escaped;
  }
  return text;
}

/**
 * Nothing in it is invisible or turns the direction of what stands around it: controls but tab and
 * line feed, bidirectional marks and lone surrogates become U+FFFD, what has no width is left out
 * (Unicode Default_Ignorable_Code_Point and Cf, which hold the tags that hide a text in a text).
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\p{Bidi_Control}|(?![\t\n])\p{Cc}|\p{Surrogate}/gu, '\uFFFD')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '');
}

function oneLine(text: string): string {
  return cleanText(text).replace(/[\t\n]+/g, ' ');
}

/** `xml…` is reserved by XML, `source` is ours. */
function isKey(key: string): boolean {
  return (
    /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && key.length <= maxKey && !/^(source$|xml)/i.test(key)
  );
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** For the text and the attributes of a tag that the model sees. */
export function escapeText(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** At most so many bytes of UTF-8, never half of a code point. */
function cutBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  const bytes = Buffer.from(text.slice(0, max));
  let end = Math.min(max, bytes.length);
  // 10xxxxxx goes on with the code point before it.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString('utf8');
}

function refused(reason: string): ReadPush {
  return { kind: 'refused', reason };
}
