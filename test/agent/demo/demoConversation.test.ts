import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatItem } from '../../../src/shared/chat.ts';
import { createAnthropicModel } from '../../../src/main/agent/model/anthropicModel.ts';
import { Chats } from '../../../src/main/agent/chats.ts';
import { createDemoFetch } from '../../../src/main/agent/demo/demoFetch.ts';
import { Conversations } from '../../../src/main/store/conversations.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createConnectMcp } from '../../../src/main/tools/builtin/connectMcp.ts';
import { createLivePool } from '../../../src/main/tools/livePool.ts';
import { DemoServers } from '../../fakes/demoServers.ts';
import { permissionsOver } from '../../fakes/permissions.ts';
import { memoryFiles } from '../../fakes/resultFiles.ts';

let servers: DemoServers;
let chats: Chats;
beforeEach(() => {
  servers = new DemoServers();
  const db = openDatabase(':memory:');
  const client = createAnthropicModel({
    credential: undefined,
    baseUrl: 'http://demo.invalid',
    fetch: createDemoFetch({ wait: async () => {} }),
  });
  chats = new Chats({
    conversations: new Conversations(db),
    permissions: permissionsOver(db, { isTrusted: () => true }),
    models: { current: async () => client },
    model: () => 'demo',
    supervisor: servers,
    pool: createLivePool([createConnectMcp(servers)], () => servers.tools()),
    files: memoryFiles(),
    onChange: () => {},
    onListChange: () => {},
  });
});

/** Sends a message, allows (or refuses) what is asked, and gives the items of the turn. */
async function play(text: string, answer: 'allow-once' | 'deny' = 'allow-once', id?: string) {
  const before = id === undefined ? 0 : chats.open(id).items.length;
  const chatId = chats.send({ conversationId: id, text });
  await vi.waitFor(
    () => {
      const { items, activity } = chats.open(chatId);
      for (const item of items) {
        const isOpen = item.kind === 'tool' && item.call.state === 'waiting';
        if (isOpen) chats.answer(chatId, item.id, answer);
      }
      expect(activity).toBe('idle');
    },
    { interval: 1, timeout: 5_000 },
  );
  const items = chats.open(chatId).items.slice(before);
  return { id: chatId, items, said: answerOf(items), called: callsOf(items) };
}

function callsOf(items: readonly ChatItem[]): string[] {
  return items.flatMap((item) =>
    item.kind === 'tool' ? [`${item.round} ${item.call.name} ${item.call.state}`] : [],
  );
}

function answerOf(items: readonly ChatItem[]): string {
  return items.reduce((said, item) => (item.kind === 'text' ? item.text : said), '');
}

describe('the demo model', () => {
  it.each([
    'Connect to the docs MCP server and search for something',
    '连接 docs MCP 服务器并搜索一些内容',
    'docs MCP サーバーに接続して何かを検索して',
  ])('connects docs and searches in the next round of the same turn: %s', async (text) => {
    const { called, said } = await play(text);
    expect(called).toEqual(['1 connect_mcp done', '2 mcp__docs__search done']);
    expect(servers.called).toEqual([{ tool: 'docs.search', input: { query: 'tools' } }]);
    expect(said).toContain('the result of search');
    expect(said).toMatch(/demo model|演示模型|デモモデル/);
  });

  it.each([
    'Connect to the deploy server and trigger a deployment',
    '连接 deploy 服务器并触发一次部署',
    'deploy サーバーに接続してデプロイをトリガーして',
  ])('connects deploy and triggers a deployment: %s', async (text) => {
    const { called, said } = await play(text);
    expect(called).toEqual(['1 connect_mcp done', '2 mcp__deploy__trigger done']);
    expect(servers.called).toEqual([
      { tool: 'deploy.trigger', input: { service: 'web', environment: 'staging' } },
    ]);
    expect(said).toContain('the result of trigger');
  });

  it.each([
    'Connect both servers — what tools are now available?',
    '连接两个服务器，现在有哪些工具可用？',
    '両方のサーバーに接続して、今使えるツールは何？',
  ])('connects both side by side and lists the tools with their marks: %s', async (text) => {
    const { called, said } = await play(text);
    expect(called).toEqual(['1 connect_mcp done', '1 connect_mcp done']);
    for (const pattern of [
      /mcp__docs__search\W.*\(readOnly\)/,
      /mcp__docs__get_version\W.*\(readOnly\)/,
      /mcp__deploy__trigger\W.*\(destructive\)/,
      /mcp__deploy__status\W.*\(readOnly\)/,
    ]) {
      expect(said).toMatch(pattern);
    }
  });

  it('plays the three prompts one after the other in one conversation', async () => {
    const { id } = await play('Connect to the docs MCP server and search for something');
    await play('Connect to the deploy server and trigger a deployment', 'allow-once', id);
    const last = await play('Connect both servers — what tools are now available?', 'deny', id);
    expect(last.called.map((one) => one.slice(2))).toEqual([
      'connect_mcp done',
      'connect_mcp done',
    ]);
    expect(last.said).toContain('already connected');
  });

  it.each([
    ['What version are the docs?', ['connect_mcp', 'mcp__docs__get_version']],
    ['What is the status of the deployment?', ['connect_mcp', 'mcp__deploy__status']],
    ['Search the docs for "signing in".', ['connect_mcp', 'mcp__docs__search']],
    ['Connect to the deploy server', ['connect_mcp']],
    ['Hello there', []],
  ])('does what %j asks for', async (text, expected) => {
    const { items } = await play(text);
    const names = items.flatMap((item) => (item.kind === 'tool' ? [item.call.name] : []));
    expect(names).toEqual(expected);
  });

  it('searches for the words of the message', async () => {
    await play('Connect to docs and search for “signing in”.');
    expect(servers.called[0]?.input).toEqual({ query: 'signing in' });
  });

  it('says that the user refused a call', async () => {
    const { called, said } = await play('Connect to the deploy server and trigger it', 'deny');
    expect(called.at(-1)).toBe('2 mcp__deploy__trigger denied');
    expect(said).toContain('You refused `mcp__deploy__trigger`');
  });

  it('says why a server could not be connected, and does not go on', async () => {
    servers.failure = 'docs ended with exit code 1';
    const { called, said } = await play('Connect to the docs server and search for tools');
    expect(called).toEqual(['1 connect_mcp error']);
    expect(said).toContain('docs ended with exit code 1');
  });

  it('calls any tool with the arguments that are spelt out, side by side', async () => {
    await play('Connect both servers');
    const { called } = await play(
      'use mcp__docs__search {"query": "a {b}"}\nuse mcp__docs__get_version {}\nuse nothing__here {"x": 1}',
    );
    expect(called).toEqual([
      '1 mcp__docs__search done',
      '1 mcp__docs__get_version done',
      '1 nothing__here error',
    ]);
    expect(servers.called[0]).toEqual({ tool: 'docs.search', input: { query: 'a {b}' } });
  });

  it.each([
    ['Write a long answer of 5000 characters', 5_000],
    ['Write a long answer of 200000 characters', 200_000],
  ])('%s', async (text, length) => {
    const { said } = await play(text);
    expect(said.length).toBeGreaterThanOrEqual(length);
    expect(said).toContain('```ts');
  });

  it('says what it is told to say', async () => {
    expect((await play('say: <script>alert(1)</script> 😀')).said).toBe(
      '<script>alert(1)</script> 😀',
    );
    expect((await play('say 30 words')).said.split(' ')).toHaveLength(30);
  });
});
