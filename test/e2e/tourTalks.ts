import { join } from 'node:path';
import { openDatabase } from '../../src/main/store/database.ts';
import { fillConversation } from '../../src/main/store/fillConversation.ts';
import { SearchIndex } from '../../src/main/store/searchIndex.ts';
import type { ChatItem, ToolCall } from '../../src/shared/chat.ts';

const minute = 60_000;

const written = [
  '# Why the worker waited',
  'The lock is taken by `migrate.ts`, see [the manual](https://example.com/locks), and **held** until the end.',
  '重试队列由 `worker.ts` 处理：每隔 30 秒检查一次，失败三次后停止，并在日志中说明原因。这一段足够长，可以看出换行是否正确。',
  'キューの再試行は「worker.ts」が担当します。30 秒ごとに確認し、三回失敗すると停止して、理由をログに残します。行の折り返しが正しいかを見るための長い段落です。',
  '## What to do\n\n1. Stop the worker\n2. Run the migration\n\n- [x] Written\n- [ ] Reviewed by somebody who knows the table',
  '| Query | Rows | Time |\n| :--- | ---: | ---: |\n| `select * from jobs` | 1 204 | 12 ms |\n| `select * from jobs where state = ?` | 17 | 0.4 ms |',
  '```ts\nexport function backOff(attempt: number): number {\n  return Math.min(30_000, 250 * 2 ** attempt); // never more than half a minute, whatever the server says about itself\n}\n```',
  'It grows as $2^n$:\n\n$$\\sum_{k=0}^{n} 2^k = 2^{n+1} - 1$$',
  '```mermaid\nflowchart LR\n  A[Worker] --> B{Lock?}\n  B -->|yes| C[Wait]\n  B -->|no| D[Run]\n```',
  '> It was the migration, not the queue.\n\n### Left open\n\nWhether it happens again.',
].join('\n\n');

const diff = [
  '@@ -3,4 +3,5 @@',
  ' export const limits = {',
  '-  retries: 3,',
  '+  retries: 5,',
  '+  waitMs: 250,',
  '   timeoutMs: 30_000,',
  ' };',
];

const calls: readonly Partial<ToolCall>[] = [
  {
    name: 'mcp__toolbox__echo',
    title: 'Echo',
    server: 'toolbox',
    input: { query: 'the lock on the migration table', limit: 20, nested: { deep: [1, 2, 3] } },
    result: [{ kind: 'text', text: JSON.stringify({ found: 3, hits: ['a', 'b', 'c'] }, null, 2) }],
  },
  {
    name: 'bash',
    title: 'Run command',
    state: 'error',
    input: { command: 'npm test -- --reporter=dot' },
    view: {
      kind: 'terminal',
      head: '\u001B[32m✓\u001B[0m 41 passed\n\u001B[31m✗\u001B[0m 1 failed: the checkout test that fails on Fridays\n',
      skipped: 0,
      tail: '',
      end: { code: 1 },
    },
  },
  {
    name: 'edit_file',
    title: 'Edit file',
    input: { path: 'src/limits.ts' },
    view: {
      kind: 'diff',
      file: 'src/limits.ts',
      isNew: false,
      added: 2,
      removed: 1,
      lines: diff,
      cut: 0,
    },
  },
  {
    name: 'todo_write',
    title: 'Update to-do list',
    input: {},
    view: {
      kind: 'todos',
      todos: [
        { text: 'Find the lock', state: 'completed' },
        { text: 'Run the migration', state: 'in_progress' },
        { text: 'Tell the others', state: 'pending' },
      ],
    },
  },
  {
    name: 'mcp__toolbox__tool_error',
    title: 'Tool error',
    server: 'toolbox',
    state: 'error',
    result: [{ kind: 'text', text: 'no such city' }],
  },
  { name: 'mcp__toolbox__hang', title: 'Hang', server: 'toolbox', state: 'stopped' },
  { name: 'mcp__toolbox__kill', title: 'Kill', server: 'toolbox', state: 'denied' },
  {
    name: 'task',
    title: 'Sub-agent',
    input: { description: 'Read the log of the lock', prompt: 'Who took it?' },
    view: { kind: 'agent', conversationId: 'agent', calls: 1, tokens: 12_400 },
    result: [{ kind: 'text', text: 'The migration took it.' }],
  },
];

function everyKind(now: number): readonly ChatItem[] {
  const usage = {
    input: 12_400,
    output: 812,
    cacheRead: 9_000,
    cacheWrite: 0,
    model: 'claude-opus-5',
  };
  const answer = { round: 1, at: now - 8 * minute };
  return [
    {
      id: 'u1',
      at: now - 9 * minute,
      kind: 'user',
      text: 'Why did the worker wait, and what do we do about it?',
    },
    {
      id: 't1',
      ...answer,
      kind: 'thinking',
      text: 'Something holds the lock.',
      streaming: false,
      endedAt: answer.at + 4_200,
    },
    ...calls.map((call, at): ChatItem => ({
      id: `call${at}`,
      ...answer,
      kind: 'tool',
      call: {
        name: '',
        title: '',
        input: {},
        state: 'done',
        startedAt: answer.at,
        endedAt: answer.at + 1_250 * (at + 1),
        result: [],
        ...call,
      },
    })),
    {
      id: 'c1',
      at: now - 7 * minute,
      kind: 'channel',
      server: 'inbox',
      content: 'Build 4711 failed on main.',
      meta: [{ key: 'run', value: '4711' }],
      isCut: false,
    },
    {
      id: 'm1',
      at: now - 7 * minute,
      kind: 'mail',
      from: 'ada',
      mailKind: 'result',
      text: 'The parser is written and tested.',
    },
    {
      id: 'a1',
      at: now - 6 * minute,
      kind: 'text',
      round: 2,
      streaming: false,
      text: 'It was the migration.',
      usage,
    },
    {
      id: 'k1',
      at: now - 5 * minute,
      kind: 'compaction',
      state: 'done',
      upTo: 'u1',
      summary: 'The worker waited for a lock.',
      tokensBefore: 182_000,
      tokensAfter: 9_400,
    },
    {
      id: 'n1',
      at: now - 5 * minute,
      kind: 'notice',
      level: 'warn',
      notice: { code: 'chat/round-limit', message: 'too many rounds', params: { rounds: 50 } },
    },
    {
      id: 'n2',
      at: now - 4 * minute,
      kind: 'notice',
      level: 'error',
      notice: {
        code: 'model/unreachable',
        message: 'unreachable',
        params: { host: 'api.anthropic.com', reason: 'ENOTFOUND' },
      },
    },
  ];
}

/** Conversations in which everything is that a conversation can hold, before the app is started. */
export function fillTalks(userData: string): void {
  const db = openDatabase(join(userData, 'patchbay.db'));
  const now = Date.now();
  const talk = (id: string, title: string, at: number, items: readonly ChatItem[]) =>
    fillConversation(db, { id, title, updatedAt: at }, items);
  try {
    const everything = everyKind(now);
    talk('every', 'Why did the worker wait', now - minute, everything);
    const role = { kind: 'sub-agent', parent: 'every', itemId: 'call7' } as const;
    const about = { id: 'agent', title: 'Read the log of the lock', updatedAt: now - minute, role };
    fillConversation(db, about, [
      { id: 'gu', at: now - 8 * minute, kind: 'user', text: 'Who took it?' },
      ...everything.filter(({ id }) => ['t1', 'call0', 'call4', 'a1'].includes(id)),
    ]);
    talk('written', 'A whole report, written out', now - 2 * minute, [
      { id: 'wu', at: now - 3 * minute, kind: 'user', text: 'Write the report.' },
      { id: 'wa', at: now - 2 * minute, kind: 'text', round: 1, streaming: false, text: written },
    ]);
    while (new SearchIndex(db).catchUp(1_000));
  } finally {
    db.close();
  }
}
