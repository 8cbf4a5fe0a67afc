import { expect, it } from 'vitest';
import { PermissionRelay } from '../../src/main/channels/permissionRelay.ts';
import type { OpenPrompt } from '../../src/main/permissions/prompts.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { RelayConsents } from '../../src/main/store/relayConsents.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import { ServerConfig } from '../../src/shared/server.ts';
import { serverSummary } from '../fakes/tools.ts';

const prompt: OpenPrompt = {
  conversationId: 'c1',
  itemId: 'call_1',
  server: 'deploy',
  tool: 'trigger',
  definition: 'd1',
  pooledName: 'mcp__deploy__trigger',
  title: 'Trigger',
  preview: '{}',
  prompt: { reason: 'destructive', tags: [] },
};

/** Two servers, `chat` and `pager`, that pass prompts on, and one, `deploy`, that does not. */
function setUp() {
  const since = new Map([
    ['chat', 1],
    ['pager', 1],
    ['deploy', 1],
  ]);
  const commands = new Map<string, string>();
  const sent: { server: string; id: string }[] = [];
  const answers: unknown[] = [];
  const warned: string[] = [];
  const gone = new Set<string>();
  let isFirst = true;
  const relay = new PermissionRelay({
    consents: new RelayConsents(openDatabase(':memory:')),
    servers: {
      list: () =>
        [...since].map(([name, at]) => ({
          ...serverSummary(name, { kind: 'connected', since: at, tookMs: 1 }),
          relays: name !== 'deploy',
        })),
      config: (name) => ServerConfig.parse({ command: commands.get(name) ?? name }),
      notify: (server, method, params) => {
        expect(method).toBe('notifications/claude/channel/permission_request');
        if (gone.has(server)) throw new AppFailure({ code: 'server/gone', message: 'gone' });
        sent.push({ server, id: String(params['request_id']) });
      },
    },
    answer: (...given) => {
      answers.push(given);
      return isFirst;
    },
    warn: (server, text) => void warned.push(`${server}: ${text}`),
    onChange: () => undefined,
  });
  const ids = () => sent.map(({ id }) => id);
  const notFirst = () => (isFirst = false);
  return { relay, since, commands, sent, answers, warned, gone, ids, notFirst };
}

it('asks only servers that a person let, each once, under one id', () => {
  const { relay, sent, ids } = setUp();
  relay.opened(prompt);
  expect(sent).toEqual([]);
  relay.allow('chat');
  relay.spread();
  relay.allow('pager');
  expect(sent.map(({ server }) => server)).toEqual(['chat', 'pager']);
  expect(new Set(ids()).size).toBe(1);
  relay.opened({ ...prompt, itemId: 'call_2' });
  expect(new Set(ids()).size).toBe(2);
});

it('takes the first answer, and no second one of either server', () => {
  const { relay, answers, warned, ids } = setUp();
  relay.allow('chat');
  relay.allow('pager');
  relay.opened(prompt);
  const [id = ''] = ids();
  relay.receive('pager', { request_id: id, behavior: 'deny' });
  relay.receive('chat', { request_id: id, behavior: 'allow' });
  relay.receive('pager', { request_id: id, behavior: 'deny' });
  expect(answers).toEqual([[{ server: 'pager', request: id }, prompt, 'deny']]);
  expect(warned).toEqual([
    expect.stringMatching(/^chat: .*no open question/),
    expect.stringMatching(/^pager: .*no open question/),
  ]);
});

it('ignores an answer to what was answered in the window', () => {
  const { relay, answers, warned, ids, notFirst } = setUp();
  relay.allow('chat');
  const close = relay.opened(prompt);
  relay.opened({ ...prompt, itemId: 'call_2' });
  close();
  relay.receive('chat', { request_id: ids()[0], behavior: 'allow' });
  expect(answers).toEqual([]);
  notFirst();
  relay.receive('chat', { request_id: ids()[1], behavior: 'allow' });
  expect(warned).toEqual([
    expect.stringContaining('no open question'),
    expect.stringContaining('had one already'),
  ]);
});

it('hears no server that may not answer, is another now, or was told to stop', () => {
  const { relay, answers, commands, ids, warned } = setUp();
  relay.allow('chat');
  relay.opened(prompt);
  const says = { request_id: ids()[0], behavior: 'allow' };
  relay.receive('pager', says);
  commands.set('chat', 'other');
  expect(relay.view()).toContainEqual({ server: 'chat', consent: 'changed' });
  relay.receive('chat', says);
  commands.delete('chat');
  relay.forbid('chat');
  relay.receive('chat', says);
  expect(relay.view()).toEqual([
    { server: 'chat', consent: 'not-allowed' },
    { server: 'pager', consent: 'not-allowed' },
  ]);
  expect(answers).toEqual([]);
  expect(warned.every((text) => text.endsWith('it may not answer'))).toBe(true);
  expect(warned).toHaveLength(3);
});

it('asks again over a new connection, and not about what is over', () => {
  const { relay, since, sent, gone } = setUp();
  relay.allow('chat');
  gone.add('chat');
  const close = relay.opened(prompt);
  expect(sent).toEqual([]);
  gone.delete('chat');
  relay.spread();
  since.set('chat', 2);
  relay.spread();
  expect(sent).toHaveLength(2);
  close();
  since.set('chat', 3);
  relay.spread();
  expect(sent).toHaveLength(2);
});

it('asks no server about a tool of its own', () => {
  const { relay, sent } = setUp();
  relay.allow('chat');
  relay.allow('pager');
  relay.opened({ ...prompt, server: 'chat' });
  expect(sent.map(({ server }) => server)).toEqual(['pager']);
});
