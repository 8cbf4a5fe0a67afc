// `npm run test:conformance`: the official MCP client conformance suite against the app's own
// supervisor, transports and authorization (test/conformance/driver.ts): all of its client scenarios,
// and those that each revision requires. None may fail: test/conformance/expected-failures.yml is
// empty. The last line is "N passed, N failed".
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { node22 } from './node22.mjs';
import { exitOnSignals, root, run, runMain, tail } from './run.mjs';

const suite = path.join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const baseline = path.join(root, 'test/conformance/expected-failures.yml');
const limitMs = 10 * 60_000;
/** Of one scenario; all of them run at once. */
const scenarioMs = 120_000;

await runMain(async () => {
  exitOnSignals();
  const node = await node22();
  const driver = await bundle('test/conformance/driver.ts');
  const command = `${process.execPath} ${driver}`;
  const client = [suite, 'client', '--command', command, '--timeout', String(scenarioMs)];
  const failed = [];
  let passed = 0;
  for (const { label, what } of [
    { label: 'All client scenarios', what: ['--suite', 'all', '--expected-failures', baseline] },
    { label: 'Those of 2025-11-25', what: ['--requirements', '2025-11-25'] },
    { label: 'Those of 2026-07-28', what: ['--requirements', '2026-07-28'] },
  ]) {
    const { code, output } = await run(node, [...client, ...what], { limitMs, label });
    const results = readResults(output);
    const bad = results.filter(({ isGood }) => !isGood);
    passed += results.length - bad.length;
    failed.push(...bad.map(({ name }) => `${label}: ${name}`));
    if (results.length === 0 || (code !== 0 && bad.length === 0)) {
      failed.push(`${label}: exit code ${code}\n${tail(output)}`);
    }
  }
  for (const line of failed) console.log(line);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
});

/** @param {string} output */
function readResults(output) {
  const summary = output.slice(output.lastIndexOf('=== SUITE SUMMARY ==='));
  return summary.split('\n').flatMap((line) => {
    const [, mark, name] = /^([✓✗]) (\S+): \d+ passed/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, isGood: mark === '✓' }];
  });
}
