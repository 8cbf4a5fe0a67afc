import { isDeepStrictEqual } from 'node:util';
import type { ResultPart } from '../../shared/chat.ts';
import type { SavedAs } from '../../shared/keptFile.ts';
import { parseJson } from '../../shared/parseJson.ts';
import type { ToolContent, ToolOutcome } from '../servers/tools/serverTool.ts';
import { wellFormed } from './codePoints.ts';
import { imageTypeOf } from './imageType.ts';
import type { ImageType } from './imageType.ts';

/** A part that stays in the conversation, or bytes that must go to a file first. */
export type DraftPart = Exclude<ResultPart, { kind: 'image' }> | SaveDraft;

type SaveDraft = {
  readonly kind: 'save';
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly note: string;
  readonly about: SavedAs;
  /** To be shown, and given to the model, as an image. */
  readonly image?: ImageType;
};

/** UTF-8 bytes of text (about 25 000 tokens) that a result may have in the conversation. */
export const maxTextBytes = 100_000;
const keptCharacters = 20_000;

/** Converts a server's answer: what the model can take as parts, everything else as files. */
export function draftParts(outcome: ToolOutcome): readonly DraftPart[] {
  const parts = outcome.content.flatMap(draftContent);
  const rest = unsaidStructure(outcome);
  if (rest !== undefined)
    parts.push({ kind: 'text', text: wellFormed(JSON.stringify(rest, null, 2)) });
  return withoutOverlongText(parts);
}

function draftContent(content: ToolContent): readonly DraftPart[] {
  switch (content.type) {
    case 'text':
      return text(content.text);
    case 'image':
      return [image(content.data, content.mimeType)];
    case 'audio':
      return [save(content.data, content.mimeType, 'audio', { code: 'audio' })];
    case 'resource_link': {
      const { uri, name, description, mimeType } = content;
      return [
        {
          kind: 'link',
          uri: wellFormed(uri),
          name: wellFormed(name),
          ...(description !== undefined && { description: wellFormed(description) }),
          ...(mimeType !== undefined && { mediaType: mimeType }),
        },
      ];
    }
    case 'resource': {
      const { uri, mimeType, text: body, blob } = content.resource;
      if (body !== undefined) return text(`Resource ${uri}:\n${body}`);
      if (blob === undefined) return text(`Resource ${uri} (empty)`);
      return mimeType?.startsWith('image/')
        ? [image(blob, mimeType)]
        : [
            save(blob, mimeType ?? 'application/octet-stream', `resource ${uri}`, {
              code: 'resource',
              detail: wellFormed(uri),
            }),
          ];
    }
    case 'unknown': {
      const bytes = Buffer.from(JSON.stringify(content.value, null, 2) ?? 'null');
      const note = 'content of a kind that Patchbay does not know';
      const about = { code: 'unknown' } as const;
      return [{ kind: 'save', bytes, mediaType: 'application/json', note, about }];
    }
  }
}

function text(body: string): readonly DraftPart[] {
  return body === '' ? [] : [{ kind: 'text', text: wellFormed(body) }];
}

/** The API refuses a request for one image it can't read: the bytes decide, not the stated type. */
function image(data: string, stated: string): DraftPart {
  const mediaType = imageTypeOf(data);
  const about = { code: 'image' } as const;
  if (mediaType === undefined) {
    return save(data, stated, 'an image that the model can not be given', about);
  }
  return { ...save(data, mediaType, 'an image', about), image: mediaType };
}

function save(base64: string, mediaType: string, note: string, about: SavedAs): SaveDraft {
  return { kind: 'save', bytes: Buffer.from(base64, 'base64'), mediaType, note, about };
}

function withoutOverlongText(parts: readonly DraftPart[]): readonly DraftPart[] {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const whole = texts.join('\n\n');
  const bytes = Buffer.from(whole);
  if (bytes.length <= maxTextBytes) return parts;
  const first = whole.slice(0, keptCharacters).replace(/[\ud800-\udbff]$/, '');
  const note = `the whole result, of which only the first ${first.length} characters stand here`;
  const about = { code: 'whole', detail: String(first.length) } as const;
  return [
    { kind: 'text', text: first },
    { kind: 'save', bytes, mediaType: 'text/plain', note, about },
    ...parts.filter((part) => part.kind !== 'text'),
  ];
}

/** structuredContent, unless the text or an image says it already (MCP tools, "Structured Content"). */
function unsaidStructure({ content, structuredContent }: ToolOutcome): unknown {
  if (structuredContent === undefined || structuredContent === null) return undefined;
  const texts = content.flatMap((one) => (one.type === 'text' ? [one.text] : []));
  const values = texts.map((one) => parseJson(one));
  const said: readonly unknown[] = [...texts, ...values, texts, values, texts.join('\n')];
  const media = new Set(
    content.flatMap((one) => (one.type === 'image' || one.type === 'audio' ? [one.data] : [])),
  );
  const isSaid = (value: unknown): boolean =>
    said.some((one) => isDeepStrictEqual(one, value)) ||
    (typeof value === 'string' && media.has(value)) ||
    isDeepStrictEqual(value, content);
  if (isSaid(structuredContent)) return undefined;
  if (typeof structuredContent !== 'object') return structuredContent;
  const fields: unknown[] = Object.values(structuredContent);
  if (fields.length === 1 && isSaid(fields[0])) return undefined;
  return replaced(structuredContent, media);
}

function replaced(value: unknown, media: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return media.has(value) ? '(see the image or file)' : value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, media));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, media)]));
}
