// 100 MiB on the stderr of a local server, in lines of several lengths and in one line without end:
// how long it takes, what it costs in memory, and how calls to that server and to another one do
// meanwhile, against the same calls when all is calm.
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServerDefinition } from '../src/main/config/desiredServers.ts';
import { countsOf } from '../src/shared/logTally.ts';
import { ServerConfig } from '../src/shared/server.ts';
import { openRooms } from '../test/rooms.ts';
import { percentile } from './figures.mjs';

const megabytes = 100;
/** Bytes of each line; 0 is one line without end. The last one gives the ratio. */
const lineLengths = [0, 128, 1_024];
const calmCalls = 200;
const pauseMs = 5;
const mebibyte = 1024 * 1024;
const names = ['pouring', 'other'] as const;
const signal = new AbortController().signal;
const script = join(process.cwd(), 'test/fixtures/servers/torrent.mjs');

const define = (name: string): ServerDefinition => ({
  name,
  source: 'user',
  autoStart: false,
  config: ServerConfig.parse({ command: process.execPath, args: [script] }),
});

const round = (value: number): number => Number(value.toFixed(2));

async function measure(lineBytes: number) {
  const rooms = openRooms();
  const { supervisor, log } = rooms;
  supervisor.reconcile(names.map(define));
  for (const name of names) await supervisor.connect(name, signal);

  /** Milliseconds of calls, in turn, until `isOver`. */
  async function timeCalls(isOver: (count: number) => boolean) {
    const times: Record<(typeof names)[number], number[]> = { pouring: [], other: [] };
    let peakRss = 0;
    for (let count = 0; !isOver(count); count += 1) {
      for (const name of names) {
        const started = performance.now();
        await supervisor.call(name, 'ask', {}, { signal });
        times[name].push(performance.now() - started);
      }
      peakRss = Math.max(peakRss, process.memoryUsage.rss());
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return { ...times, peakRss };
  }

  const calm = await timeCalls((count) => count === calmCalls);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  let isOver = false;
  const poured = supervisor
    .call('pouring', 'pour', { into: 'stderr', megabytes, lineBytes }, { signal })
    .finally(() => {
      isOver = true;
    });
  const busy = await timeCalls(() => isOver);
  await poured;
  const tookMs = performance.now() - started;
  delay.disable();
  const lines = countsOf(await log.tally({})).stderr ?? 0;
  await rooms.close();
  return {
    bench: 'flood',
    ratio: round(percentile(busy.other, 50) / percentile(calm.other, 50)),
    p50: round(percentile(busy.other, 50)),
    p99: round(percentile(busy.other, 99)),
    unit: 'ms',
    sameServerP50Ms: round(percentile(busy.pouring, 50)),
    sameServerP99Ms: round(percentile(busy.pouring, 99)),
    calmP50Ms: round(percentile(calm.other, 50)),
    loopP99Ms: round(delay.percentile(99) / 1e6),
    loopMaxMs: round(delay.max / 1e6),
    tookMs: round(tookMs),
    // The log is kept in memory here, and is a part of it.
    calmRssMiB: round(calm.peakRss / mebibyte),
    peakRssMiB: round(busy.peakRss / mebibyte),
    keptLines: lines,
    lineBytes,
    calls: busy.other.length,
  };
}

for (const lineBytes of lineLengths) {
  process.stdout.write(`${JSON.stringify(await measure(lineBytes))}\n`);
}
