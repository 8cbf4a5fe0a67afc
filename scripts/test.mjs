// `npm test`: every stage, whatever fails, so that one run shows everything.
// `node scripts/test.mjs [check|integration|conformance|e2e ...] [--shots DIR] [Vitest argument...]` runs the
// named stages only; the e2e tests leave their pictures of the screens in DIR.
// The last line is always "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startKeyring } from './keyring.mjs';
import { atExit, exitOnSignals, npm, root, run, ScriptError, tail } from './run.mjs';
import { inSeats } from './seats.mjs';
import { setup } from './setup.mjs';
import { addUp, countClosingLine, countResults, oneFailure } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Counts} Counts */

const stageLimitMs = 30 * 60_000;
const stages = { check, integration, conformance, e2e };
const stageNames = /** @type {(keyof typeof stages)[]} */ (Object.keys(stages));

const args = process.argv.slice(2);
const shotsAt = args.indexOf('--shots');
const [, shots] = shotsAt === -1 ? [] : args.splice(shotsAt, 2);
const firstOther = args.findIndex((arg) => !stageNames.some((name) => name === arg));
const vitestArgs = firstOther === -1 ? [] : args.slice(firstOther);
const named = firstOther === -1 ? args : args.slice(0, firstOther);
const chosen = named.length === 0 ? stageNames : stageNames.filter((name) => named.includes(name));

exitOnSignals();
const reports = mkdtempSync(path.join(os.tmpdir(), 'patchbay-test-'));
atExit(() => rmSync(reports, { recursive: true, force: true }));

/** @type {string[]} */
const times = [];
/** @type {Counts[]} */
const results = [];
const ready = await attempt('setup', async () => {
  await setup({ build: false, electron: false });
  return { passed: 0, failed: 0, skipped: 0 };
});
if (ready) {
  for (const name of chosen) await stages[name]();
}

const { passed, failed, skipped } = addUp(results);
console.log(`\n${times.join('\n')}`);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/**
 * The parts of `npm run check`, each on its own, so that a failed one does not hide the next. Those
 * that only read run at once; the unit tests, which show how they get on, have the machine after them.
 */
async function check() {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const parts = scripts.check.split('&&').map((/** @type {string} */ part) => {
    const name = /^npm run (\S+)$/.exec(part.trim())?.[1];
    if (name !== undefined) return name;
    throw new Error(`package.json: "check" has a part we cannot run: ${part}`);
  });
  const steps = parts.filter((/** @type {string} */ name) => name !== 'test:unit');
  await Promise.all(steps.map((/** @type {string} */ name) => attempt(name, () => step(name))));
  if (parts.includes('test:unit')) await attempt('unit', () => vitest('unit', {}));
}

async function integration() {
  await attempt('integration', async () => {
    await setup({ electron: false }); // The bundled servers are started as they are built.
    return inKeyring((env) => vitest('integration', env));
  });
}

async function conformance() {
  await attempt('conformance', async () => {
    const script = path.join(root, 'scripts', 'conformance.mjs');
    const { output } = await run(process.execPath, [script], { limitMs: stageLimitMs });
    console.log(output.trimEnd());
    return countClosingLine(output);
  });
}

async function e2e() {
  await attempt('e2e', async () => {
    const runtime = await setup({ log: console.log });
    return inSeats((env) =>
      vitest('e2e', {
        ...env,
        PATCHBAY_ELECTRON: runtime?.execPath ?? '',
        ...(shots !== undefined && { PATCHBAY_SHOTS: path.resolve(shots) }),
      }),
    );
  });
}

/**
 * @param {(env: NodeJS.ProcessEnv) => Promise<Counts>} work
 * @returns {Promise<Counts>}
 */
async function inKeyring(work) {
  const keyring = await startKeyring();
  try {
    return await work(keyring.env);
  } finally {
    await keyring.stop();
  }
}

/**
 * One of package.json's scripts: no test, so it counts only when it fails.
 * @param {string} name
 * @returns {Promise<Counts>}
 */
async function step(name) {
  const { code, output } = await run(...npm(['run', '--silent', name]), { limitMs: stageLimitMs });
  if (code === 0) return { passed: 0, failed: 0, skipped: 0 };
  console.log(`\n== ${name} failed\n${output.trimEnd()}`);
  return oneFailure;
}

/**
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Counts>}
 */
async function vitest(project, env) {
  const report = path.join(reports, `${project}.json`);
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env; // set by editors' terminals
  const { code } = await run(
    process.execPath,
    [
      path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      // A filter may match in one stage only.
      ...(vitestArgs.length > 0 ? ['--passWithNoTests', ...vitestArgs] : []),
    ],
    { env: { ...inherited, ...env }, show: true, limitMs: stageLimitMs },
  );
  return countResults(report, code);
}

/**
 * Runs one part, notes its time and result; an exception counts as one failure.
 * @param {string} name
 * @param {() => Promise<Counts>} work
 * @returns {Promise<boolean>} whether nothing failed
 */
async function attempt(name, work) {
  const started = performance.now();
  if (name !== 'setup') console.log(`\n== ${name}`);
  /** @type {Counts} */
  let counts;
  try {
    counts = await work();
  } catch (error) {
    console.error(error instanceof ScriptError ? tail(error.message) : error);
    counts = oneFailure;
  }
  results.push(counts);
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(7);
  const verdict = counts.failed > 0 ? `FAILED (${counts.failed})` : 'ok';
  times.push(`${seconds} s  ${name.padEnd(12)} ${verdict}`);
  return counts.failed === 0;
}
