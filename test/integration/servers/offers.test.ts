import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ServerNews } from '../../../src/main/servers/connection/serverNews.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { failureOf, fixture, noSignal, supervise } from '../../servers/supervision.ts';

const script = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const readme = 'demo://resource/static/document/architecture.md';
const template = 'demo://resource/dynamic/text/{resourceId}';

/** The real server-everything, connected over stdio. */
async function everything() {
  const config = ServerConfig.parse({ command: process.execPath, args: [script, 'stdio'] });
  const heard: ServerNews[] = [];
  const listeners = new Set<() => void>();
  const { supervisor } = supervise(
    [{ name: 'everything', source: 'user', autoStart: false, config }],
    {
      onNews: (_server, news) => {
        heard.push(news);
        for (const listener of listeners) listener();
      },
    },
  );
  await supervisor.connect('everything', noSignal);
  const until = (kind: ServerNews['kind']) =>
    new Promise<ServerNews>((resolve) => {
      const look = () => {
        const found = heard.find((news) => news.kind === kind);
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
    });
  const call = (tool: string) => supervisor.call('everything', tool, {}, { signal: noSignal });
  return { supervisor, offers: supervisor.offers('everything'), heard, until, call };
}

it('lists resources and templates and reads both kinds', async () => {
  const { supervisor, offers } = await everything();
  expect(supervisor.list()).toMatchObject([{ hasResources: true, hasPrompts: true }]);
  const { resources, templates, canSubscribe } = await offers.resources();
  expect(canSubscribe).toBe(true);
  expect(resources).toContainEqual(
    expect.objectContaining({ server: 'everything', uri: readme, mediaType: 'text/markdown' }),
  );
  expect(templates.map(({ uriTemplate }) => uriTemplate)).toContain(template);
  const [document] = await offers.read(readme);
  expect(document?.text).toContain('# ');
  expect(await offers.read('demo://resource/dynamic/text/7')).toMatchObject([
    { mediaType: 'text/plain', text: expect.stringContaining('Resource 7') },
  ]);
  const [blob] = await offers.read('demo://resource/dynamic/blob/7');
  expect(Buffer.from(blob?.data ?? '', 'base64').toString()).toContain('Resource 7');
  expect(await failureOf(offers.read('demo://nowhere'))).toMatchObject({
    code: expect.stringMatching(/^server\/(resource-not-found|request-failed)$/),
    params: { server: 'everything' },
  });
});

it('runs prompts with arguments, and completes these by what was chosen before', async () => {
  const { offers } = await everything();
  const prompts = await offers.prompts();
  expect(prompts.find(({ name }) => name === 'args-prompt')?.arguments).toMatchObject([
    { name: 'city', required: true },
    { name: 'state', required: false },
  ]);
  expect((await offers.prompt('args-prompt', { city: 'Kyoto' })).text).toContain('Kyoto');
  const embedded = await offers.prompt('resource-prompt', {
    resourceType: 'Text',
    resourceId: '3',
  });
  const uri = 'demo://resource/dynamic/text/3';
  expect(embedded.attachments).toEqual([
    { kind: 'resource', server: 'everything', uri, name: uri },
  ]);
  expect(await failureOf(offers.prompt('args-prompt', {}))).toMatchObject({
    code: 'server/request-failed',
    params: { method: 'prompts/get' },
  });

  const target = { kind: 'prompt', name: 'completable-prompt' } as const;
  expect(await offers.complete({ target, argument: { name: 'department', value: 'S' } })).toEqual([
    'Sales',
    'Support',
  ]);
  expect(
    await offers.complete({
      target,
      argument: { name: 'name', value: '' },
      context: { department: 'Sales' },
    }),
  ).toEqual(['David', 'Eve', 'Frank']);
  expect(
    await offers.complete({
      target: { kind: 'template', uriTemplate: template },
      argument: { name: 'resourceId', value: '12' },
    }),
  ).toEqual(['12']);
});

it('tells of changes while it is subscribed', async () => {
  const { offers, heard, until, call } = await everything();
  await offers.subscribe(readme, true);
  await call('toggle-subscriber-updates');
  expect(await until('resource-updated')).toEqual({ kind: 'resource-updated', uri: readme });
  await offers.subscribe(readme, false);
  heard.length = 0;
  await call('toggle-subscriber-updates');
  await call('toggle-subscriber-updates');
  expect(heard).toEqual([]);
});

it('says that it is not connected once it has ended', async () => {
  const { supervisor, offers } = await everything();
  await supervisor.stop('everything');
  expect(() => supervisor.offers('everything')).toThrow(/not connected/);
  expect(await failureOf(offers.read(readme))).toMatchObject({ code: 'server/stopped' });
});

it('has all of it in the newer era too, with one word for many changes of a list', async () => {
  const name = 'modernOffers';
  const heard: ServerNews[] = [];
  let told = () => {};
  const { supervisor } = supervise([fixture(name)], {
    onNews: (_server, news) => {
      heard.push(news);
      told();
    },
  });
  const listChanged = new Promise<void>((resolve) => {
    told = () => heard.some(({ kind }) => kind === 'list-changed') && resolve();
  });
  await supervisor.connect(name, noSignal);
  expect(supervisor.list()).toMatchObject([{ protocolVersion: '2026-07-28', hasPrompts: true }]);
  const offers = supervisor.offers(name);
  const { resources, templates, canSubscribe } = await offers.resources();
  expect([
    resources.map(({ uri }) => uri),
    templates.map(({ uriTemplate }) => uriTemplate),
  ]).toEqual([['note://today', 'note://draft', 'note://pages.gz'], ['note://on/{day}']]);
  expect(canSubscribe).toBe(true);
  expect(await offers.read('note://on/monday')).toMatchObject([{ text: 'the note of monday' }]);
  const target = { kind: 'template', uriTemplate: 'note://on/{day}' } as const;
  expect(await offers.complete({ target, argument: { name: 'day', value: 't' } })).toEqual([
    'tuesday',
    'thursday',
  ]);
  expect(await offers.prompts()).toMatchObject([
    { name: 'plan', arguments: [{ name: 'who', required: true }] },
  ]);
  expect((await offers.prompt('plan', { who: 'ada' })).text).toBe('Plan the day of ada');

  await offers.subscribe('note://today', true);
  await supervisor.call(name, 'change', {}, { signal: noSignal });
  await listChanged;
  expect(heard).toEqual([
    { kind: 'resource-updated', uri: 'note://today' },
    { kind: 'list-changed', of: 'resources' },
  ]);
  expect(await offers.read('note://today')).toMatchObject([{ text: 'changed 1 times' }]);
  await offers.subscribe('note://today', false);
  await supervisor.call(name, 'change', {}, { signal: noSignal });
  expect(heard.filter(({ kind }) => kind === 'resource-updated')).toHaveLength(1);
});
