import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { ConnectionLog } from '../../../src/main/servers/log/connectionLog.ts';
import { Supervisor } from '../../../src/main/servers/supervisor.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { LogStore } from '../../../src/main/store/logStore.ts';
import { fixture, noSignal } from '../../servers/supervision.ts';

const mebibyte = 1024 * 1024;
const megabytes = 100;
/** Smaller than the app's, so that the flood passes it several times over. */
const cap = { rows: 20_000, bytes: 10 * mebibyte };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes on the heap and in buffers. */
function inUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Two connected servers over a log of that size; `dry` is told when the last line has come. */
async function twoServers() {
  const database = openDatabase(':memory:');
  let end: () => void = () => undefined;
  const dry = new Promise<void>((resolve) => {
    end = resolve;
  });
  const log = new ConnectionLog(new LogStore(database, cap), ({ text }) => {
    if (text === 'dry') end();
  });
  const workspace = import.meta.dirname;
  const supervisor = new Supervisor({ log, version: '0.0.0', workspace });
  onTestFinished(async () => {
    await supervisor.stopAll();
    log.close();
    database.close();
  });
  supervisor.reconcile([fixture('torrent'), fixture('torrent', { name: 'calm' })]);
  for (const name of ['torrent', 'calm']) await supervisor.connect(name, noSignal);
  const call = async (server: string, tool: string, input = {}) => {
    const { content } = await supervisor.call(server, tool, input, { signal: noSignal });
    return content[0]?.type === 'text' ? content[0].text : undefined;
  };
  return { log, supervisor, call, dry };
}

const unharmed = { state: { kind: 'connected' }, restartCount: 0 };

it.each([
  { what: 'stderr in lines of 1 KiB', into: 'stderr', lineBytes: 1024 },
  { what: 'stderr in one line without end', into: 'stderr', lineBytes: 0 },
  { what: 'noise on stdout', into: 'stdout', lineBytes: 1024 },
])(
  '100 MiB of $what leave room for calls, and are not kept',
  async ({ into, lineBytes }) => {
    const { log, supervisor, call, dry } = await twoServers();
    collectGarbage();
    const before = inUse();
    let most = before;
    let answered = 0;
    let isOver = false;
    const pouring = call('torrent', 'pour', { into, megabytes, lineBytes }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      if ((await call('torrent', 'ask')) === 'pouring') answered += 1;
      expect(await call('calm', 'ask')).toBe('still');
      // What waits to be collected is not held, and how much of it there is depends on the machine.
      if (answered % 100 === 1) {
        collectGarbage();
        most = Math.max(most, inUse());
      }
    }
    expect(await pouring).toBe('dry');
    await dry;
    // How many depends on the machine; that each needs few turns is shown of readInTurns.
    expect(answered).toBeGreaterThan(1);
    expect(most - before).toBeLessThan(80 * mebibyte);
    collectGarbage();
    expect(inUse() - before).toBeLessThan(20 * mebibyte);

    const kept = log.query({ servers: ['torrent'], kinds: ['stderr', 'noise'] }, undefined, 2);
    expect(log.usage().lines).toBeLessThanOrEqual(cap.rows);
    const [longest, last] = kept.entries.map(({ text }) => text);
    expect(last).toBe('dry');
    expect(longest).toBe(
      lineBytes === 0
        ? `${'x'.repeat(8 * 1024)} … and ${megabytes * mebibyte - 8 * 1024} more characters`
        : 'x'.repeat(lineBytes - 1),
    );
    expect(supervisor.list()).toMatchObject([unharmed, unharmed]);
  },
  120_000,
);
