import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledServers } from '../../../src/main/config/bundledServers.ts';
import type { ServerNews } from '../../../src/main/servers/connection/serverNews.ts';
import { noSignal, supervise } from '../../servers/supervision.ts';

const built = join(import.meta.dirname, '../../../out/main/servers');

/** The bundled inbox as the app starts it, with what it pushed. */
async function openInbox() {
  const pushed: unknown[] = [];
  const definitions = bundledServers(process.execPath, built).filter(
    ({ name }) => name === 'inbox',
  );
  const { supervisor } = supervise(definitions, {
    onNews: (_server: string, news: ServerNews) => {
      if (news.kind === 'channel') pushed.push(news.params);
    },
  });
  await supervisor.connect('inbox', noSignal);
  const { content } = await supervisor.call('inbox', 'where_to_post', {}, { signal: noSignal });
  const said = JSON.stringify(content);
  const [, url = '', file = ''] = /curl (\S+) .*\$\(cat ([^)]+)\)/.exec(said) ?? [];
  const token = readFileSync(file, 'utf8');
  const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url, { method: 'POST', body, headers: { authorization: `Bearer ${token}`, ...headers } });
  return { supervisor, pushed, url, file, token, said, post };
}

it('turns posts with its token into pushes, in order', async () => {
  const { supervisor, pushed, post } = await openInbox();
  expect(supervisor.list()).toMatchObject([{ channel: 'open' }]);
  expect((await post('The build failed')).status).toBe(202);
  const json = JSON.stringify({ content: 'Disk full', meta: { host: 'a1' } });
  expect((await post(json, { 'content-type': 'application/json' })).status).toBe(202);
  await expect
    .poll(() => pushed)
    .toEqual([{ content: 'The build failed' }, { content: 'Disk full', meta: { host: 'a1' } }]);
});

it('refuses posts without its token, other methods, what it can not read and what is too long', async () => {
  const { pushed, post, url, token } = await openInbox();
  expect((await post('a', { authorization: 'Bearer x' })).status).toBe(401);
  expect((await fetch(url, { method: 'POST', body: 'a' })).status).toBe(401);
  const authorization = `Bearer ${token}`;
  expect((await fetch(url, { headers: { authorization } })).status).toBe(405);
  expect((await post('{', { 'content-type': 'application/json' })).status).toBe(400);
  expect((await post('')).status).toBe(400);
  expect((await post('a'.repeat(70_000))).status).toBe(413);
  expect(pushed).toEqual([]);
});

it('listens on this machine only, and keeps its token out of what it says', async () => {
  const { url, file, token, said, supervisor } = await openInbox();
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(said).not.toContain(token);
  expect(statSync(file).mode & 0o077).toBe(0);
  await supervisor.stop('inbox');
  await expect(fetch(url)).rejects.toThrow();
});
