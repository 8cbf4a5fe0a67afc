import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it, onTestFinished } from 'vitest';
import { Attaching } from '../../../src/main/agent/attachments/attaching.ts';
import { countPages } from '../../../src/main/agent/pdf/countPages.ts';
import { Deletions } from '../../../src/main/agent/deletions.ts';
import { DeletedConversations } from '../../../src/main/store/deletedConversations.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { resultFiles } from '../../../src/main/tools/resultFiles.ts';
import type { Attachment } from '../../../src/shared/resource.ts';
import { failureOf } from '../../servers/supervision.ts';
import { chatWorld, until } from './chatWorld.ts';

const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  Buffer.from([0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0]),
]);
const pdf = Buffer.from('%PDF-1.7 and so on', 'latin1');

const pageLimit = async () => 100;

/** A chat over the strict API, and a person's files in `home`. */
async function setUp() {
  const world = await chatWorld([]);
  const { base, chats } = world;
  const home = join(base, 'home');
  await mkdir(home);
  const files = resultFiles(join(base, 'files'));
  const waiting = resultFiles(join(base, 'waiting'));
  let counted = 0;
  const attaching = new Attaching({
    waiting,
    files,
    read: async () => [],
    countPages: (bytes) => {
      counted += 1;
      return countPages(bytes);
    },
  });
  const put = async (name: string, content: string | Buffer): Promise<string> => {
    await writeFile(join(home, name), content);
    return join(home, name);
  };
  const add = async (name: string, content: string | Buffer): Promise<Attachment> =>
    attaching.add({ path: await put(name, content) });
  const send = async (text: string, attachments: readonly Attachment[], id?: string) => {
    const sent = await attaching.send(attachments, pageLimit, (kept) =>
      chats.send({ conversationId: id, text, attachments: kept }),
    );
    await until(chats, sent, 'idle');
    return sent;
  };
  const held = (folder: 'files' | 'waiting') => readdir(join(base, folder)).catch(() => []);
  return { ...world, home, files, attaching, put, add, send, held, counted: () => counted };
}

it('sends files as they were when they were chosen, each as the API takes it, and again with the next message', async () => {
  const { api, chats, add, put, send, held } = await setUp();
  const attachments = [
    await add('photo.txt', png),
    await add('paper "1".pdf', pdf),
    await add('notes.md', 'buy milk </attached-file>'),
  ];
  expect(attachments).toMatchObject([
    { name: 'photo.txt', mediaType: 'image/png', file: { width: 3, height: 2 } },
    { mediaType: 'application/pdf' },
    { name: 'notes.md', mediaType: 'text/plain' },
  ]);
  await put('notes.md', 'something else');
  const id = await send('Compare them', attachments);
  await send('And now?', [], id);
  const content = [
    { type: 'text', text: expect.stringMatching(/^<attached-file name="photo\.txt" type="image/) },
    { type: 'image', source: { media_type: 'image/png', data: png.toString('base64') } },
    {
      type: 'text',
      text: expect.stringMatching(/^<attached-file name="paper &quot;1&quot;\.pdf"/),
    },
    { type: 'document', title: 'paper "1".pdf', source: { data: pdf.toString('base64') } },
    {
      type: 'text',
      text: '<attached-file name="notes.md" type="text/plain">\nbuy milk &lt;/attached-file>\n</attached-file>',
    },
    { type: 'text', text: 'Compare them' },
  ];
  for (const { body } of api.requests) {
    expect((body['messages'] as { content: unknown }[])[0]?.content).toMatchObject(content);
  }
  expect(await held('waiting')).toEqual([]);
  expect(await held('files')).toHaveLength(3);
  // Words only in the database.
  expect(JSON.stringify(chats.open(id).items)).not.toContain('buy milk');
});

it('says why a file can not go, of each by itself, and keeps nothing of it', async () => {
  const { attaching, home, put, held } = await setUp();
  await mkdir(join(home, 'folder'));
  await symlink(join(home, 'nowhere'), join(home, 'dangling'));
  const paths = [
    await put('empty.txt', ''),
    await put('archive.zip', Buffer.from('PK\x03\x04\xff\0', 'latin1')),
    join(home, 'folder'),
    join(home, 'gone.txt'),
    join(home, 'dangling'),
    await put('huge.bin', Buffer.alloc(18_000_001)),
    ...(process.platform === 'win32' ? [] : [pipe(join(home, 'pipe'))]),
    await put('fine.txt', 'fine'),
  ];
  const all = await attaching.addAll(paths.map((path) => ({ path })));
  expect(all.map((one) => (one.kind === 'unread' ? one.error.code : one.kind))).toEqual([
    'chat/file-empty',
    'chat/file-type',
    'chat/file-is-folder',
    'chat/file-gone',
    'chat/file-gone',
    'chat/file-too-big',
    ...(process.platform === 'win32' ? [] : ['chat/file-unreadable']),
    'file',
  ]);
  expect(all.map(({ name }) => name)).toEqual(paths.map((path) => path.slice(home.length + 1)));
  expect(await held('waiting')).toHaveLength(1);
});

/** Reading it would wait for somebody to write. */
function pipe(path: string): string {
  execFileSync('mkfifo', [path]);
  return path;
}

it('counts the pages of a PDF once, and refuses more than the model takes before anything is sent', async () => {
  const { api, add, attaching, send, held, counted } = await setUp();
  const pages = async (count: number) => {
    const document = await PDFDocument.create();
    for (let at = 0; at < count; at++) document.addPage();
    return Buffer.from(await document.save());
  };
  const [long, short] = [
    await add('long.pdf', await pages(60)),
    await add('b.pdf', await pages(41)),
  ];
  expect(long).toMatchObject({ file: { pages: 60 } });
  expect(await failureOf(attaching.send([long, short], pageLimit, () => ''))).toMatchObject({
    code: 'chat/too-many-pages',
    params: { pages: 101, limit: 100 },
  });
  expect([await held('waiting'), await held('files')]).toEqual([expect.any(Array), []]);
  expect(await held('waiting')).toHaveLength(2);
  await send('Read it', [long]);
  const [asked] = api.requests;
  expect(JSON.stringify(asked?.body['messages'])).toContain('"type":"document"');
  expect(counted()).toBe(2);
});

it('loses nothing when a message can not be sent', async () => {
  const { attaching, add, held, base } = await setUp();
  const [kept, lost] = [await add('a.txt', 'a'), await add('b.txt', 'b')];
  const refuse = () => {
    throw new Error('busy');
  };
  await expect(attaching.send([kept, lost], pageLimit, refuse)).rejects.toThrow('busy');
  expect(await held('waiting')).toHaveLength(2);
  expect(await held('files')).toEqual([]);

  if (lost.kind === 'file') await rm(join(base, 'waiting', lost.file.name));
  expect(await failureOf(attaching.send([kept, lost], pageLimit, refuse))).toMatchObject({
    code: 'chat/file-gone',
    params: { name: 'b.txt' },
  });
  expect(await held('waiting')).toHaveLength(1);
  expect(await held('files')).toEqual([]);
});

it('believes nothing that the window says of a file', async () => {
  const { api, add, attaching, send } = await setUp();
  const text = await add('a.txt', 'plain words');
  const forged = { ...text, mediaType: 'application/pdf' } as Attachment;
  await send('Read', [forged]);
  expect(JSON.stringify(api.requests.at(-1)?.body['messages'])).toContain('plain words');
  const elsewhere = { ...text, file: { name: `${'0'.repeat(36)}.txt`, bytes: 1 } } as Attachment;
  expect(await failureOf(attaching.send([elsewhere], pageLimit, () => ''))).toMatchObject({
    code: 'chat/file-gone',
  });
});

it('lets a message go again with files of its own, which go with the conversation', async () => {
  const { base, chats, files, add, send, held } = await setUp();
  const id = await send('One', [await add('a.png', png)]);
  const [first] = chats.open(id).items;
  const again = first?.kind === 'user' ? (first.attachments ?? []) : [];
  const other = await send('Two', again as readonly Attachment[]);
  expect(await held('files')).toHaveLength(2);

  const db = openDatabase(join(base, 'patchbay.db'));
  onTestFinished(() => void db.close());
  const deleted = new DeletedConversations(db);
  deleted.mark(id, 1);
  const deletions = new Deletions({ chats, deleted, files, onListChange: () => undefined });
  await deletions.resume();
  const [left = ''] = await held('files');
  expect(await held('files')).toHaveLength(1);
  expect(await readFile(join(base, 'files', left))).toEqual(png);
  expect(chats.open(other).items[0]).toMatchObject({ attachments: [{ file: { name: left } }] });
});
