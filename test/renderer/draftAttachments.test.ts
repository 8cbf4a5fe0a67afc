import { describe, expect, it } from 'vitest';
import {
  pastedFiles,
  pastedText,
  problemsOf,
  sendable,
  withMore,
} from '../../src/renderer/src/offers/draftAttachments.ts';
import type { DraftAttachment } from '../../src/renderer/src/offers/draftAttachments.ts';

const resource = (uri: string) =>
  ({ kind: 'resource', server: 's', uri, name: uri }) satisfies DraftAttachment;
const file = (name: string, bytes = 10) =>
  ({
    kind: 'file',
    name,
    mediaType: 'text/plain',
    file: { name: `${name}.txt`, bytes },
  }) satisfies DraftAttachment;
const unread = {
  kind: 'unread',
  name: 'folder',
  error: { code: 'chat/file-is-folder', message: 'folder is a folder.' },
} satisfies DraftAttachment;
const codes = (attachments: readonly DraftAttachment[]) =>
  problemsOf(attachments).map((problem) => problem?.code);

describe('what is attached to a message that is being written', () => {
  it('has a resource once, and a file as often as it is attached', () => {
    const a = file('a');
    expect(withMore([resource('r'), a], [resource('r'), resource('q'), a])).toEqual([
      resource('r'),
      a,
      resource('q'),
      a,
    ]);
  });

  it.each<[string, DraftAttachment[], (string | undefined)[]]>([
    ['takes files and resources', [file('a'), resource('r')], [undefined, undefined]],
    ['tells why a file could not be read', [unread, file('a')], ['chat/file-is-folder', undefined]],
    [
      'takes 18 MB in all',
      [file('a', 9_000_000), file('b', 9_000_000), resource('r')],
      [undefined, undefined, undefined],
    ],
    [
      'refuses what goes beyond that',
      [file('a', 9_000_000), file('b', 9_000_001)],
      [undefined, 'chat/attachments-too-big'],
    ],
  ])('%s', (_what, attachments, expected) => {
    expect(codes(attachments)).toEqual(expected);
  });

  it('refuses the twenty-first, and takes it when one before it is taken away', () => {
    const many = Array.from({ length: 21 }, (_, at) => file(`${at}`));
    expect(codes(many).filter(Boolean)).toEqual(['chat/too-many-attachments']);
    expect(codes(many)[20]).toBe('chat/too-many-attachments');
    expect(codes(many.slice(1)).filter(Boolean)).toEqual([]);
  });

  it('goes again as it went, resources by their addresses', () => {
    const read = { ...resource('r'), text: 'what it held', mediaType: 'text/plain' };
    const gone = { ...file('gone'), file: undefined };
    expect(sendable([read, read, file('a'), unread, gone])).toEqual([resource('r'), file('a')]);
  });
});

describe('what is pasted', () => {
  const named = (name: string) => new File(['x'], name);
  it.each<[string, string[], File[], string[]]>([
    ['a picture is attached', ['Files'], [named('image.png')], ['image.png']],
    ['a picture from a page is', ['text/html', 'Files'], [named('image.png')], ['image.png']],
    ['text with a picture of it stays text', ['text/plain', 'Files'], [named('image.png')], []],
    ['files with their paths as text are attached', ['text/plain', 'Files'], [named('a')], ['a']],
    ['text stays text', ['text/plain'], [], []],
  ])('%s', (_what, types, files, taken) => {
    expect(pastedFiles({ types, files }).map(({ name }) => name)).toEqual(taken);
  });
});

it('takes a long text that is pasted as a file, and leaves a short one where it is', () => {
  const data = (text: string) => ({
    getData: (type: string) => (type === 'text/plain' ? text : ''),
  });
  expect(pastedText(data('x'.repeat(10_000)))).toBeUndefined();
  expect(pastedText(data('x'.repeat(10_001)))).toHaveLength(10_001);
});
