// One tool call through supervisor, log and permission check against the bare SDK client on the
// same kind of server, in turn, so that noise hits both.
import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { decide } from '../src/main/permissions/policy.ts';
import { ServerConfig } from '../src/shared/server.ts';
import { openRooms } from '../test/rooms.ts';
import { percentile } from './figures.mjs';

const warmUp = 200;
const calls = 2_000;
const input = { message: 'hello' };
const script = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);
const command = { command: process.execPath, args: [script, 'stdio'] };

const rooms = openRooms();
const signal = new AbortController().signal;
rooms.supervisor.reconcile([
  { name: 'ours', source: 'user', autoStart: false, config: ServerConfig.parse(command) },
]);
await rooms.supervisor.connect('ours', signal);
const tool = rooms.supervisor.tools().find(({ name }) => name === 'echo');
if (!tool) throw new Error('server-everything has no echo');

const bare = new Client({ name: 'bare', version: '0.0.0' });
await bare.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));

async function callOurs(): Promise<void> {
  const verdict = decide({
    kind: 'server',
    source: 'user',
    annotations: tool?.annotations ?? {},
    hasRule: true,
  });
  if (verdict.kind !== 'allow') throw new Error('the rule did not hold');
  await rooms.supervisor.call('ours', 'echo', input, { signal });
}
const callBare = () => bare.callTool({ name: 'echo', arguments: input });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const ours: number[] = [];
const theirs: number[] = [];
for (let n = 0; n < warmUp + calls; n++) {
  const [a, b] = [await timed(callOurs), await timed(callBare)];
  if (n < warmUp) continue;
  ours.push(a);
  theirs.push(b);
}
await bare.close();
await rooms.close();

const round = (value: number): number => Number(value.toFixed(3));
process.stdout.write(
  `${JSON.stringify({
    bench: 'call',
    transport: 'stdio',
    ratio: round(percentile(ours, 50) / percentile(theirs, 50)),
    ratioP99: round(percentile(ours, 99) / percentile(theirs, 99)),
    p50: round(percentile(ours, 50)),
    p99: round(percentile(ours, 99)),
    bareP50Ms: round(percentile(theirs, 50)),
    bareP99Ms: round(percentile(theirs, 99)),
    unit: 'ms',
    calls,
  })}\n`,
);
