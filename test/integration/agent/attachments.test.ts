import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readAttachments } from '../../../src/main/agent/attachments/attachments.ts';
import { Chats } from '../../../src/main/agent/chats.ts';
import { createModels } from '../../../src/main/agent/model/models.ts';
import { Conversations } from '../../../src/main/store/conversations.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createLivePool } from '../../../src/main/tools/livePool.ts';
import type { Attachment } from '../../../src/shared/resource.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { DemoServers } from '../../fakes/demoServers.ts';
import { FakeApi } from '../../fakes/messagesApi.ts';
import { permissionsOver } from '../../fakes/permissions.ts';
import { memoryFiles } from '../../fakes/resultFiles.ts';
import { failureOf, noSignal, supervise } from '../../servers/supervision.ts';

const script = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const attachment = (uri: string): Attachment => ({
  kind: 'resource',
  server: 'everything',
  uri,
  name: uri,
});

/** A chat over the strict API, and the real server-everything to attach from. */
async function setUp() {
  const config = ServerConfig.parse({ command: process.execPath, args: [script, 'stdio'] });
  const { supervisor } = supervise([
    { name: 'everything', source: 'user', autoStart: false, config },
  ]);
  await supervisor.connect('everything', noSignal);
  const api = await new FakeApi().start();
  const db = openDatabase(':memory:');
  const chats = new Chats({
    conversations: new Conversations(db),
    permissions: permissionsOver(db),
    models: createModels(async () => ({
      credential: { kind: 'api-key', value: 'sk' },
      baseUrl: { value: api.url, source: 'settings' },
    })),
    model: () => 'claude-middle',
    supervisor: new DemoServers(),
    pool: createLivePool([], () => []),
    files: memoryFiles(),
    onChange: () => {},
    onListChange: () => {},
  });
  onTestFinished(async () => {
    await chats.stopAll();
    await api.close();
  });
  const read = (server: string, uri: string) => supervisor.offers(server).read(uri);
  const send = async (text: string, uris: readonly string[], conversationId?: string) => {
    const attachments = await readAttachments(uris.map(attachment), read);
    const id = chats.send({ conversationId, text, attachments });
    await vi.waitFor(() => expect(chats.open(id).activity).toBe('idle'), { timeout: 5_000 });
    return id;
  };
  return { api, chats, send };
}

const sentTo = (api: FakeApi, at: number) =>
  api.requests[at]?.body as { messages: { role: string; content: unknown[] }[] };

it('sends what was read before the words, keeps it, and sends it again with the next message', async () => {
  const { api, chats, send } = await setUp();
  const text = 'demo://resource/dynamic/text/1';
  const blob = 'demo://resource/dynamic/blob/2';
  const id = await send('What do they say?', [text, blob]);
  await send('And now?', [], id);
  expect(api.refusals).toEqual([]);

  const first = [
    { type: 'text', text: expect.stringMatching(/^<resource server="everything".*Resource 1/s) },
    { type: 'text', text: expect.stringMatching(/^<resource server="everything".*Resource 2/s) },
    { type: 'text', text: 'What do they say?' },
  ];
  expect(sentTo(api, 0).messages[0]?.content).toMatchObject(first);
  expect(sentTo(api, 1).messages[0]?.content).toMatchObject(first);
  const [asked] = chats.open(id).items;
  expect(asked).toMatchObject({
    kind: 'user',
    text: 'What do they say?',
    attachments: [
      { uri: text, text: expect.stringContaining('Resource 1') },
      { uri: blob, text: expect.stringContaining('Resource 2') },
    ],
  });
});

it('sends images and PDF as blocks that the API takes', async () => {
  const { api, chats } = await setUp();
  const data = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
  const held = new Map([
    ['a://picture', data('\x89PNG\r\n\x1a\n0123456789abcdef')],
    ['a://paper', data('%PDF-1.7 and so on')],
  ]);
  const attachments = await readAttachments(
    [...held.keys()].map(attachment),
    async (_server, uri) => [{ uri, data: held.get(uri) }],
  );
  const id = chats.send({ text: 'Compare them', attachments });
  await vi.waitFor(() => expect(chats.open(id).activity).toBe('idle'), { timeout: 5_000 });
  expect(api.refusals).toEqual([]);
  expect(sentTo(api, 0).messages[0]?.content).toMatchObject([
    { type: 'text' },
    { type: 'image', source: { media_type: 'image/png' } },
    { type: 'text' },
    { type: 'document', source: { media_type: 'application/pdf' } },
    { type: 'text', text: 'Compare them' },
  ]);
});

it('sends and keeps nothing when one can not be read', async () => {
  const { api, chats, send } = await setUp();
  const uris = ['demo://resource/dynamic/text/1', 'demo://nowhere'];
  expect(await failureOf(send('Read them', uris))).toMatchObject({
    params: { server: 'everything' },
  });
  expect(chats.list()).toEqual([]);
  expect(api.requests).toEqual([]);
});
