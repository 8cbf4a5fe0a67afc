// `npm run test:conformance`: the official MCP client conformance suite against the app's own
// supervisor, transports and authorization (test/conformance/driver.ts): all of its client scenarios,
// and those that each revision requires. None may fail: test/conformance/expected-failures.yml is
// empty. The last line is "N passed, N failed".
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { node22 } from './node22.mjs';
import { atExit, exitOnSignals, root, run, runMain, tail } from './run.mjs';

const suite = path.join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const baseline = path.join(root, 'test/conformance/expected-failures.yml');
const limitMs = 10 * 60_000;
/** Of one scenario with its wait for a turn. */
const scenarioMs = 300_000;
/** So many scenarios at a time. */
const mostAtOnce = 2 * os.availableParallelism();

await runMain(async () => {
  exitOnSignals();
  const node = await node22();
  const driver = await bundle('test/conformance/driver.ts');
  const command = `${process.execPath} ${driver}`;
  const results = mkdtempSync(path.join(os.tmpdir(), 'patchbay-conformance-'));
  atExit(() => rmSync(results, { recursive: true, force: true }));
  const turns = await openTurnstile();
  const env = { ...process.env, PATCHBAY_TURNS: turns.port };
  const client = [suite, 'client', '--command', command, '--timeout', String(scenarioMs)];
  const failed = [];
  let passed = 0;
  for (const { label, what } of [
    { label: 'All client scenarios', what: ['--suite', 'all', '--expected-failures', baseline] },
    { label: 'Those of 2025-11-25', what: ['--requirements', '2025-11-25'] },
    { label: 'Those of 2026-07-28', what: ['--requirements', '2026-07-28'] },
  ]) {
    const out = mkdtempSync(path.join(results, 'run-'));
    const args = [...client, ...what, '--verbose', '--output-dir', out];
    const { code, output } = await run(node, args, { env, limitMs, label });
    const found = readResults(output);
    const bad = found.filter(({ isGood }) => !isGood);
    passed += found.length - bad.length;
    failed.push(...bad.map(({ name, why }) => `${label}: ${name}\n${why}\n${saidBy(out, name)}`));
    if (found.length === 0 || (code !== 0 && bad.length === 0)) {
      failed.push(`${label}: exit code ${code}\n${tail(output)}`);
    }
  }
  turns.close();
  for (const line of failed) console.log(line);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
});

/** @param {string} output */
function readResults(output) {
  const summary = output.slice(output.lastIndexOf('=== SUITE SUMMARY ==='));
  return [...summary.matchAll(/^([✓✗]) (\S+): \d+ passed.*\n((?: {4}- .*\n)*)/gm)].map(
    ([, mark, name = '', why = '']) => ({ name, why, isGood: mark === '✓' }),
  );
}

/**
 * The end of what the driver wrote to stderr in a scenario, whose folder has its name and a time.
 * @param {string} out
 * @param {string} name
 */
function saidBy(out, name) {
  const folder = path.join(out, path.dirname(name));
  const found = readdirSync(folder).find((entry) => entry.startsWith(`${path.basename(name)}-20`));
  return found === undefined
    ? ''
    : tail(readFileSync(path.join(folder, found, 'stderr.txt'), 'utf8'));
}

/**
 * Lets some drivers work at a time, each from its connection here to its end. The suite starts all of
 * its scenarios at once, and its own servers in one process: on a small or loaded machine they would
 * starve each other until limits of the app come, as for a connect.
 */
async function openTurnstile() {
  /** @type {import('node:net').Socket[]} */
  const waiting = [];
  let inside = 0;
  const admit = () => {
    for (; inside < mostAtOnce && waiting.length > 0; inside += 1) waiting.shift()?.write('go');
  };
  const server = createServer((socket) => {
    waiting.push(socket);
    socket.on('error', () => {}); // one that is killed
    socket.on('close', () => {
      const at = waiting.indexOf(socket);
      if (at === -1) inside -= 1;
      else waiting.splice(at, 1);
      admit();
    });
    admit();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { port: String(port), close: () => server.close() };
}
