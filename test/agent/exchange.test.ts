import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Exchange } from '../../src/main/agent/exchange/exchange.ts';
import { parseExchange } from '../../src/main/agent/exchange/exchangeFile.ts';
import { toMarkdown } from '../../src/main/agent/exchange/toMarkdown.ts';
import { Branches } from '../../src/main/store/branches.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { SearchIndex } from '../../src/main/store/searchIndex.ts';
import type { ChatItem } from '../../src/shared/chat.ts';
import { textItem, thinkingItem, toolItem, userItem } from '../fakes/chatItems.ts';
import { memoryFiles } from '../fakes/resultFiles.ts';

function setUp() {
  const database = openDatabase(':memory:');
  const conversations = new Conversations(database);
  const files = memoryFiles();
  const exchange = new Exchange({ database, conversations, files, onListChange: () => undefined });
  return { database, conversations, files, exchange };
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'patchbay-exchange-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

const failure = (code: string, params: object) =>
  expect.objectContaining({
    error: expect.objectContaining({ code, params: expect.objectContaining(params) }),
  });

it('brings conversations with their files from one database into another', async () => {
  const from = setUp();
  const path = await from.files.save(Buffer.from('picture'), 'image/png');
  const name = path.split('/').at(-1) ?? '';
  const image = { kind: 'image' as const, mediaType: 'image/png', file: { name, bytes: 7 } };
  const long = { kind: 'file' as const, path, mediaType: 'text/plain', bytes: 7, note: 'long' };
  const items: ChatItem[] = [
    userItem('Look'),
    thinkingItem(1, { signature: 's' }),
    toolItem(1, 'call', { result: [image, long] }),
    textItem(1, 'Seen'),
  ];
  from.conversations.create({ id: 'a', title: 'One', updatedAt: 5 });
  for (const [position, item] of items.entries()) from.conversations.put('a', position, item);
  from.conversations.create({ id: 'b', title: 'Two', updatedAt: 4 });
  const file = join(await folder(), 'all.json');
  await from.exchange.write(file, 'json', undefined);

  const to = setUp();
  const ids = await to.exchange.read(file);
  expect(to.conversations.list()).toMatchObject([
    { id: ids[0], title: 'One', updatedAt: 5 },
    { id: ids[1], title: 'Two', updatedAt: 4 },
  ]);
  const brought = to.conversations.items(ids[0] ?? '');
  expect([brought[0], brought[1], brought[3]]).toEqual([items[0], items[1], items[3]]);
  const [held] = [...to.files.held];
  expect(held?.[0]).not.toBe(name);
  expect(held?.[1].toString()).toBe('picture');
  expect(brought[2]).toMatchObject({
    call: { result: [{ file: { name: held?.[0] } }, { path: to.files.path(held?.[0] ?? '') }] },
  });
  const index = new SearchIndex(to.database);
  while (index.catchUp(10));
  expect(index.search('seen').found).toHaveLength(1);
});

it('brings all ways of a conversation, the same one shown, and what was chosen for it', async () => {
  const from = setUp();
  from.conversations.create({ id: 'a', title: 'One', updatedAt: 5, model: 'claude-x' });
  from.conversations.change('a', { isPinned: true });
  const said = [userItem('Q', 'q'), textItem(1, 'First'), userItem('More', 'm')];
  for (const [position, item] of said.entries()) from.conversations.put('a', position, item);
  const branches = new Branches(from.database, from.conversations);
  const second = textItem(1, 'Second');
  const asked = userItem('Other', 'o');
  branches.replaceFrom('a', said[1]?.id ?? '', second);
  branches.replaceFrom('a', 'q', asked);
  branches.switchTo('a', 'o', 1);
  const shown = [said[0], second];
  expect(from.conversations.items('a')).toEqual(shown);
  const file = join(await folder(), 'all.json');
  await from.exchange.write(file, 'json', undefined);

  const to = setUp();
  const [id = ''] = await to.exchange.read(file);
  expect(to.conversations.get(id)).toMatchObject({ isPinned: true, model: 'claude-x' });
  expect(to.conversations.items(id)).toEqual(shown);
  const brought = new Branches(to.database, to.conversations);
  expect(brought.forks(id)).toEqual(branches.forks('a'));
  brought.switchTo(id, second.id, 1);
  expect(to.conversations.items(id)).toEqual(said);
  brought.reveal(id, 'o');
  expect(to.conversations.items(id)).toEqual([asked]);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"after":0', '"after":9'));
  await expect(to.exchange.read(file)).rejects.toEqual(
    failure('chat/import-wrong', { field: 'conversations[0].ways.forks' }),
  );
});

it('brings what went with a message too, and says of nothing that is missing that it is there', async () => {
  const from = setUp();
  const path = await from.files.save(Buffer.from('%PDF-1.7'), 'application/pdf');
  const name = path.split('/').at(-1) ?? '';
  const paper = { kind: 'file', name: 'paper.pdf', mediaType: 'application/pdf' } as const;
  const gone = { ...paper, file: { name: `${'0'.repeat(36)}.pdf`, bytes: 8 } };
  const attachments = [{ ...paper, file: { name, bytes: 8 } }, gone];
  from.conversations.create({ id: 'a', title: 'One', updatedAt: 5 });
  from.conversations.put('a', 0, { id: 'u', at: 1, kind: 'user', text: 'Read', attachments });
  expect(from.exchange.markdown('a')).toContain('- Attached: paper.pdf');
  const file = join(await folder(), 'one.json');
  await from.exchange.write(file, 'json', 'a');

  const to = setUp();
  const [id = ''] = await to.exchange.read(file);
  const [held] = [...to.files.held];
  expect(held?.[1].toString()).toBe('%PDF-1.7');
  expect(to.conversations.items(id)).toEqual([
    {
      id: 'u',
      at: 1,
      kind: 'user',
      text: 'Read',
      attachments: [{ ...paper, file: { name: held?.[0], bytes: 8 } }, paper],
    },
  ]);
});

it('never lets a conversation that is read refer to a file that did not come with it', async () => {
  const { conversations, exchange, files } = setUp();
  const path = await files.save(Buffer.from('of another'), 'image/png');
  const name = path.split('/').at(-1) ?? '';
  const image = { kind: 'image' as const, mediaType: 'image/png', file: { name, bytes: 7 } };
  const items = [toolItem(1, 'call', { result: [image] })];
  const file = join(await folder(), 'x.json');
  const conversation = { title: 'x', updatedAt: 1, items };
  const head = { format: 'patchbay-conversations', version: 1, exportedAt: 1 };
  await writeFile(file, JSON.stringify({ ...head, conversations: [conversation] }));
  const [id = ''] = await exchange.read(file);
  expect(JSON.stringify(conversations.items(id))).not.toContain(name);
});

it.each([
  ['{', 'chat/import-no-json', {}],
  ['{"format":"other","version":1}', 'chat/import-foreign', { file: 'file.json' }],
  ['[]', 'chat/import-foreign', { file: 'file.json' }],
  [
    '{"format":"patchbay-conversations","version":2,"exportedAt":1,"conversations":[]}',
    'chat/import-wrong',
    { field: 'version' },
  ],
  [
    '{"format":"patchbay-conversations","version":1,"exportedAt":1,"conversations":[{"title":"x","updatedAt":1,"items":[{"id":"a","at":1,"kind":"user"}]}]}',
    'chat/import-wrong',
    { field: 'conversations[0].items[0].text' },
  ],
  [
    '{"format":"patchbay-conversations","version":1,"exportedAt":1,"conversations":[{"title":"x","updatedAt":1,"items":[],"files":[{"name":"../../x","data":""}]}]}',
    'chat/import-wrong',
    { field: 'conversations[0].files[0].name' },
  ],
])('names what is wrong in %s', (text, code, params) => {
  expect(() => parseExchange(text, 'file.json')).toThrow(failure(code, params));
});

it('leaves what was there when it can not write, and nothing half', async () => {
  const { exchange } = setUp();
  const made = await folder();
  await expect(exchange.write(join(made, 'none', 'x.json'), 'json', undefined)).rejects.toThrow(
    failure('chat/not-exported', { file: join(made, 'none', 'x.json') }),
  );
  await writeFile(join(made, 'old.md'), 'old');
  await exchange.write(join(made, 'old.md'), 'markdown', 'nothing');
  expect(await readFile(join(made, 'old.md'), 'utf8')).toBe('# \n');
  expect(await readdir(made)).toEqual(['old.md']);
});

it('writes what was said as Markdown, with fences that hold what is in them', () => {
  const text = toMarkdown('A  title', [
    userItem('Why?'),
    textItem(1, 'I will look.'),
    toolItem(1, 't', { result: [{ kind: 'text', text: '```\ncode\n```' }] }),
    textItem(2, 'Because.'),
  ]);
  expect(text).toBe(
    [
      '# A title',
      '## You',
      'Why?',
      '## Assistant',
      'I will look.',
      '**docs: Search** (done)',
      '```json\n{\n  "query": "x"\n}\n```',
      '````\n```\ncode\n```\n````',
      'Because.\n',
    ].join('\n\n'),
  );
});
