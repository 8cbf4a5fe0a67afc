import { describe, expect, it } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import { readSentFiles, whyLeft } from '../../src/main/agent/request/sentFiles.ts';
import { toolItem, userItem } from '../fakes/chatItems.ts';
import { memoryFiles } from '../fakes/resultFiles.ts';

const image = (name: string, more: { bytes?: number; width?: number; height?: number } = {}) => ({
  file: { name, bytes: 1_000, ...more },
  isImage: true,
});
const document = (name: string, pages: number) => ({
  file: { name, bytes: 1_000, pages },
  isImage: false,
});
const images = (count: number, more = {}) =>
  Array.from({ length: count }, (_, at) => image(`${at}`, more));
const left = (kept: Parameters<typeof whyLeft>[0]) =>
  [...whyLeft(kept)].filter(([, why]) => why !== undefined);

describe('what a request may hold of files', () => {
  it.each<[string, Parameters<typeof whyLeft>[0], unknown]>([
    ['takes what is small', images(3), []],
    [
      'leaves out what is more than 5 MiB as base64',
      [image('a', { bytes: 3_932_161 })],
      [['a', 'too big']],
    ],
    [
      'leaves out what is wider than 8000 pixels',
      [image('a', { width: 8_001 })],
      [['a', 'too big']],
    ],
    ['takes large pictures where there are few', images(20, { height: 8_000 }), []],
    [
      'leaves out large pictures where there are many',
      [image('a', { height: 2_001 }), ...images(20)],
      [['a', 'no room']],
    ],
    ['takes the newest hundred', [image('old'), ...images(100)], [['old', 'no room']]],
    [
      'takes the newest 18 MB',
      [image('old', { bytes: 3_000_000 }), ...images(6, { bytes: 2_600_000 })],
      [['old', 'no room']],
    ],
    [
      'takes the newest hundred pages',
      [document('old', 60), document('a', 41), document('b', 59)],
      [['old', 'no room']],
    ],
    [
      'does not count a document as an image',
      [{ file: { name: 'a', bytes: 9_000_000 }, isImage: false }],
      [],
    ],
  ])('%s', (_what, kept, expected) => {
    expect(left(kept)).toEqual(expected);
  });
});

describe('reading them', () => {
  it('reads images of results and of messages, and says what is gone or too big', async () => {
    const files = memoryFiles();
    files.held.set('here.png', Buffer.from('here'));
    files.held.set('page.pdf', Buffer.from('page'));
    const part = (name: string, bytes = 1) =>
      ({ kind: 'image', mediaType: 'image/png', file: { name, bytes } }) as const;
    const attached: ChatItem = {
      ...userItem('look'),
      kind: 'user',
      text: 'look',
      attachments: [
        {
          kind: 'resource',
          server: 's',
          uri: 'a://b',
          name: 'b',
          mediaType: 'application/pdf',
          file: { name: 'page.pdf', bytes: 4 },
        },
      ],
    };
    const items = [
      attached,
      toolItem(1, 'a', { result: [part('here.png'), part('gone.png'), part('big.png', 9e6)] }),
      toolItem(1, 'b', { state: 'error', result: [part('error.png')] }),
    ];
    expect(Object.fromEntries(await readSentFiles(items, files, 100))).toEqual({
      'here.png': { data: Buffer.from('here').toString('base64') },
      'page.pdf': { data: Buffer.from('page').toString('base64') },
      'gone.png': { left: 'its file is gone' },
      'big.png': { left: 'larger than a model takes; it is the file /files/big.png' },
    });
  });
});
