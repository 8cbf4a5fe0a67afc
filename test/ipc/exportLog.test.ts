import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exportLog } from '../../src/main/ipc/exportLog.ts';
import { ConnectionLog } from '../../src/main/servers/log/connectionLog.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { LogStore } from '../../src/main/store/logStore.ts';
import type { LogEntry, LogFilter } from '../../src/shared/log.ts';

const line = { at: 1, kind: 'call', level: 'info', bytes: 1 } as const;

async function open(count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  const log = new ConnectionLog(new LogStore(database), () => undefined);
  onTestFinished(() => log.close());
  const append = (n: number): LogEntry =>
    log.append({ ...line, server: n % 2 === 0 ? 'docs' : 'wiki', text: `line ${n}` }, body(n));
  for (let n = 1; n <= count; n += 1) append(n);
  const path = join(folder, 'lines.jsonl');
  const save = async (filter: LogFilter, from: Parameters<typeof exportLog>[0] = log) => {
    await exportLog(from, filter, path);
    const text = await readFile(path, 'utf8');
    expect(text === '' || text.endsWith('\n')).toBe(true);
    return text
      .split('\n')
      .slice(0, -1)
      .map((json) => JSON.parse(json) as LogEntry & { request?: string; response?: string });
  };
  return { log, append, save };
}

const body = (n: number) => (n % 3 === 0 ? { request: `{"id":${n}}` } : {});

it('saves all lines, oldest first, over several pages, each with its own messages', async () => {
  const { log, save } = await open(2_500);
  const [third] = log.query({}, 4, 1).entries;
  if (third) log.update(third, { response: '{"result":3}' });
  const lines = await save({});
  expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1));
  for (const { seq, text, request } of lines) {
    expect([text, request]).toEqual([`line ${seq}`, body(seq).request]);
  }
  expect(lines[2]?.response).toBe('{"result":3}');
});

it.each<[LogFilter, number]>([
  [{ servers: ['docs'] }, 1_250],
  [{ text: 'line 24' }, 111],
  [{ servers: ['wiki'], text: 'line 2000' }, 0],
])('saves of %j only what matches, %i lines', async (filter, count) => {
  const { save } = await open(2_500);
  const lines = await save(filter);
  expect(lines).toHaveLength(count);
  expect(new Set(lines.map(({ seq }) => seq)).size).toBe(count);
});

it('saves a whole number of pages and nothing of what comes meanwhile', async () => {
  const { log, append, save } = await open(1_999);
  let next = 2_000;
  const lines = await save(
    {},
    {
      page: (...asked) => {
        append(next);
        next += 1;
        return log.page(...asked);
      },
      body: (seq) => log.body(seq),
    },
  );
  // The first of those comes before the first page is looked for.
  expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 2_000 }, (_, n) => n + 1));
});
