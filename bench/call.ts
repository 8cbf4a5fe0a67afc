// One tool call through supervisor, log and permission check against the bare SDK client on the
// same kind of server, over stdio and over HTTP, in turn, so that noise hits both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { decide } from '../src/main/permissions/policy.ts';
import { alwaysRule } from '../src/main/permissions/ruleSet.ts';
import { createWebFetch } from '../src/main/platform/webFetch.ts';
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
const signal = new AbortController().signal;

/** Starts server-everything over Streamable HTTP and answers its address. */
async function startHttp() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const child = spawn(process.execPath, [script, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`server-everything ended with ${code}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(String(port))) resolve();
    });
  });
  return { url: `http://127.0.0.1:${port}/mcp`, stop: () => child.kill() };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds of the same calls through ours and through the bare client. */
async function compare(config: object, transport: Transport) {
  const rooms = openRooms({
    network: { fetch: createWebFetch(), ideLockFolders: [], inProcess: new Map() },
  });
  const { supervisor } = rooms;
  supervisor.reconcile([
    { name: 'ours', source: 'user', autoStart: false, config: ServerConfig.parse(config) },
  ]);
  await supervisor.connect('ours', signal);
  const tool = supervisor.tools().find(({ name }) => name === 'echo');
  if (!tool) throw new Error('server-everything has no echo');
  const bare = new Client({ name: 'bare', version: '0.0.0' });
  await bare.connect(transport);

  const { annotations } = tool;
  const callOurs = () => {
    const verdict = decide({
      tool: { kind: 'server', server: 'ours', name: 'echo', pooledName: 'mcp__ours__echo' },
      annotations,
      permission: 'ask',
      trusted: false,
      rules: [alwaysRule('ours', 'echo')],
      mode: 'ask',
      changed: false,
    });
    if (verdict.kind !== 'allow') throw new Error('the rule did not hold');
    return supervisor.call('ours', 'echo', input, { signal });
  };
  const callBare = () => bare.callTool({ name: 'echo', arguments: input });

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
  const figures = {
    p50: percentile(ours, 50),
    p99: percentile(ours, 99),
    bareP50: percentile(theirs, 50),
    bareP99: percentile(theirs, 99),
  };
  return {
    ...figures,
    ratio: figures.p50 / figures.bareP50,
    ratioP99: figures.p99 / figures.bareP99,
  };
}

const stdio = await compare(command, new StdioClientTransport({ ...command, stderr: 'ignore' }));
const peer = await startHttp();
const { url } = peer;
const bareHttp = new StreamableHTTPClientTransport(new URL(url)) as Transport;
const http = await compare({ type: 'http', url }, bareHttp);
peer.stop();

const round = (value: number): number => Number(value.toFixed(3));
/** The figures of one transport, each under a name that says which and in what unit. */
function named(name: string, figures: typeof stdio) {
  return {
    [`${name}Ratio`]: round(figures.ratio),
    [`${name}RatioP99`]: round(figures.ratioP99),
    [`${name}P50Ms`]: round(figures.p50),
    [`${name}P99Ms`]: round(figures.p99),
    [`${name}BareP50Ms`]: round(figures.bareP50),
    [`${name}BareP99Ms`]: round(figures.bareP99),
  };
}
const worse = http.ratio > stdio.ratio ? http : stdio;
process.stdout.write(
  `${JSON.stringify({
    bench: 'call',
    // Of the transport where ours costs more.
    transport: worse === http ? 'http' : 'stdio',
    ratio: round(worse.ratio),
    ratioP99: round(worse.ratioP99),
    p50: round(worse.p50),
    p99: round(worse.p99),
    unit: 'ms',
    ...named('stdio', stdio),
    ...named('http', http),
    calls,
  })}\n`,
);
