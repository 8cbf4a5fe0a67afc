import { describe, expect, it } from 'vitest';
import type { ToolContent, ToolOutcome } from '../../src/main/servers/tools/serverTool.ts';
import { saveDrafts } from '../../src/main/tools/resultFiles.ts';
import { draftParts, maxTextBytes } from '../../src/main/tools/toolResult.ts';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const text = (body: string): ToolContent => ({ type: 'text', text: body });
const outcome = (content: readonly ToolContent[], structuredContent?: unknown): ToolOutcome => ({
  content,
  isError: false,
  structuredContent,
});

describe('draftParts', () => {
  it.each<[string, ToolContent, unknown]>([
    ['text', text('hello'), { kind: 'text', text: 'hello' }],
    [
      'an image by its bytes, whatever type it states',
      { type: 'image', data: png, mimeType: 'image/jpeg' },
      {
        kind: 'save',
        image: 'image/png',
        mediaType: 'image/png',
        bytes: Buffer.from(png, 'base64'),
      },
    ],
    [
      'what calls itself an image and is none as a file',
      { type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' },
      { kind: 'save', mediaType: 'image/svg+xml' },
    ],
    [
      'broken base64 as a file',
      { type: 'image', data: '!!!', mimeType: 'image/png' },
      { kind: 'save', mediaType: 'image/png' },
    ],
    [
      'audio as a file',
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { kind: 'save', mediaType: 'audio/wav', bytes: Buffer.from([0, 0, 0]) },
    ],
    [
      'a resource link',
      { type: 'resource_link', uri: 'file:///a', name: 'a', mimeType: 'text/plain' },
      { kind: 'link', uri: 'file:///a', name: 'a', mediaType: 'text/plain' },
    ],
    [
      'an embedded text',
      { type: 'resource', resource: { uri: 'file:///a', text: 'body' } },
      { kind: 'text', text: 'Resource file:///a:\nbody' },
    ],
    [
      'an embedded image',
      { type: 'resource', resource: { uri: 'file:///a', blob: png, mimeType: 'image/png' } },
      { kind: 'save', image: 'image/png' },
    ],
    [
      'embedded bytes as a file',
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } },
      { kind: 'save', mediaType: 'application/octet-stream' },
    ],
    [
      'a kind that is not known as a file',
      { type: 'unknown', value: { type: 'hologram' } },
      { kind: 'save', mediaType: 'application/json' },
    ],
  ])('gives %s', (_what, content, expected) => {
    expect(draftParts(outcome([content]))).toMatchObject([expected]);
  });

  it.each<[string, readonly ToolContent[], unknown]>([
    ['its JSON is a text already', [text('{"a": 1}')], { a: 1 }],
    ['its only value is the text', [text('sunny')], { result: 'sunny' }],
    ['its only value is the list of texts', [text('a'), text('b')], { result: ['a', 'b'] }],
    ['its only value is JSON in a text', [text('[1,2]')], { items: [1, 2] }],
    ['it is the image', [{ type: 'image', data: png, mimeType: 'image/png' }], { image: png }],
    ['it is nothing', [text('a')], null],
  ])('leaves structuredContent out when %s', (_why, content, structured) => {
    expect(draftParts(outcome(content, structured))).toHaveLength(content.length);
  });

  it('adds structuredContent that says more, without the bytes of an image', () => {
    const image: ToolContent = { type: 'image', data: png, mimeType: 'image/png' };
    const parts = draftParts(outcome([image, text('ok')], { image: png, width: 1 }));
    expect(parts.at(-1)).toEqual({
      kind: 'text',
      text: JSON.stringify({ image: '(see the image or file)', width: 1 }, null, 2),
    });
  });

  it('adds structuredContent when there is nothing else', () => {
    expect(draftParts(outcome([], { a: 1 }))).toEqual([{ kind: 'text', text: '{\n  "a": 1\n}' }]);
  });

  it('keeps text at the limit, and saves longer text with its first part in place', () => {
    expect(draftParts(outcome([text('x'.repeat(maxTextBytes))]))).toHaveLength(1);
    const long = '😀'.repeat(maxTextBytes / 4 + 1);
    const [first, saved] = draftParts(outcome([text(long)]));
    expect(first).toEqual({ kind: 'text', text: '😀'.repeat(10_000) });
    expect(saved).toMatchObject({ kind: 'save', mediaType: 'text/plain' });
    expect(saved?.kind === 'save' && Buffer.from(saved.bytes).toString()).toBe(long);
  });

  it('counts the texts of a result together', () => {
    const half = text('x'.repeat(maxTextBytes / 2 + 1));
    const parts = draftParts(outcome([half, half]));
    expect(parts.map((part) => part.kind)).toEqual(['text', 'save']);
  });
});

describe('saveDrafts', () => {
  const drafts = draftParts(outcome([{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }]));

  it('puts the path of the file in place of the bytes', async () => {
    expect(await saveDrafts(drafts, async () => '/files/1.wav')).toEqual([
      {
        kind: 'file',
        path: '/files/1.wav',
        mediaType: 'audio/wav',
        bytes: 3,
        note: 'audio',
        about: { code: 'audio' },
      },
    ]);
  });

  it('says in the result why a file could not be saved', async () => {
    const parts = await saveDrafts(drafts, async () => {
      throw new Error('no space left');
    });
    expect(parts).toEqual([
      { kind: 'text', text: 'Could not save audio (audio/wav): no space left' },
    ]);
  });
});
