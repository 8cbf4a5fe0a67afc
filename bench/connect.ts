// 30 local and 40 remote servers that each take their time: the wall time until all are connected,
// against the shortest that the batch sizes allow, and against connecting all at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServerDefinition } from '../src/main/config/desiredServers.ts';
import { createWebFetch } from '../src/main/platform/webFetch.ts';
import { ServerConfig } from '../src/shared/server.ts';
import { openRooms } from '../test/rooms.ts';
import { percentile } from './figures.mjs';

const locals = 30;
const remotes = 40;
const batch = { local: 3, remote: 20 };
const delayMs = 300;
const singles = 5;
const folder = join(process.cwd(), 'bench');

const peer = spawn(process.execPath, [join(folder, 'slowRemote.mjs'), String(delayMs)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = (await once(peer.stdout, 'data')) as [Buffer];
const origin = `http://127.0.0.1:${port.toString().trim()}`;

const definition = (name: string, config: object): ServerDefinition => ({
  name,
  source: 'user',
  autoStart: true,
  config: ServerConfig.parse(config),
});
const local = (n: number) =>
  definition(`local-${n}`, {
    command: process.execPath,
    args: [join(folder, 'slowServer.mjs'), String(delayMs)],
  });
const remote = (n: number) => definition(`remote-${n}`, { type: 'http', url: `${origin}/${n}` });
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

/** Milliseconds from asking for the servers to the last of them being connected. */
async function connect(definitions: readonly ServerDefinition[], sizes: typeof batch) {
  const rooms = openRooms({
    network: { fetch: createWebFetch(), ideLockFolders: [], inProcess: new Map() },
  });
  const { supervisor } = rooms;
  supervisor.setBatches(sizes);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const started = performance.now();
  const all = new Promise<void>((resolve) => {
    supervisor.onChange(() => {
      if (supervisor.list().every(({ state }) => state.kind === 'connected')) resolve();
    });
  });
  delay.enable();
  supervisor.reconcile(definitions);
  await all;
  const tookMs = performance.now() - started;
  delay.disable();
  await rooms.close();
  return { tookMs, loopP99Ms: delay.percentile(99) / 1e6 };
}

async function single(one: ServerDefinition): Promise<number> {
  const times: number[] = [];
  for (const _ of range(singles)) times.push((await connect([one], batch)).tookMs);
  return percentile(times, 50);
}

const everything = [...range(locals).map(local), ...range(remotes).map(remote)];
const [oneLocal, oneRemote] = [await single(local(0)), await single(remote(0))];
const criticalMs = Math.max(
  Math.ceil(locals / batch.local) * oneLocal,
  Math.ceil(remotes / batch.remote) * oneRemote,
);
const batched = await connect(everything, batch);
const atOnce = await connect(everything, { local: locals, remote: remotes });
peer.kill();

const round = (value: number): number => Number(value.toFixed(2));
process.stdout.write(
  `${JSON.stringify({
    bench: 'connect',
    ratio: round(batched.tookMs / criticalMs),
    wallMs: round(batched.tookMs),
    criticalMs: round(criticalMs),
    loopP99Ms: round(batched.loopP99Ms),
    atOnceWallMs: round(atOnce.tookMs),
    atOnceLoopP99Ms: round(atOnce.loopP99Ms),
    oneLocalMs: round(oneLocal),
    oneRemoteMs: round(oneRemote),
    locals,
    remotes,
  })}\n`,
);
