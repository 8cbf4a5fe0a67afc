// `npm run test:conformance`: the official MCP client conformance suite against the app's own
// supervisor and transports (test/conformance/driver.ts). What may still fail stands in
// test/conformance/expected-failures.yml; anything else that fails, or that no longer fails though
// it stands there, fails the run. The last line is "N passed, N failed".
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { node22 } from './node22.mjs';
import { root, run, runMain } from './run.mjs';

const suite = path.join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const baseline = path.join(root, 'test/conformance/expected-failures.yml');
const limitMs = 10 * 60_000;

await runMain(async () => {
  const node = await node22();
  const driver = await bundle('test/conformance/driver.ts');
  let passed = 0;
  let failed = 0;
  for (const revision of ['2025-11-25', '2026-07-28']) {
    console.log(`\n== ${revision}`);
    const { code, output } = await run(
      node,
      [
        ...[suite, 'client', '--command', `${process.execPath} ${driver}`],
        ...['--requirements', revision, '--expected-failures', baseline],
      ],
      { limitMs },
    );
    const summary = output.slice(output.indexOf('=== SUITE SUMMARY ==='));
    console.log(summary.trim());
    const lines = summary.split('\n');
    passed += lines.filter((line) => /^\s*✓/.test(line)).length;
    failed += code === 0 ? 0 : Math.max(1, unexpected(summary));
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});

/** @param {string} summary */
function unexpected(summary) {
  return summary.split('\n').filter((line) => /unexpected/i.test(line)).length;
}
