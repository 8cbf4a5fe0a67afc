// `npm run test:conformance`: the official MCP client conformance suite against the app's own
// supervisor and transports (test/conformance/driver.ts). What may still fail stands in
// test/conformance/expected-failures.yml; anything else that fails, or that no longer fails though
// it stands there, fails the run. The last line is "N passed, N failed", without what may fail.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { node22 } from './node22.mjs';
import { exitOnSignals, root, run, runMain, tail } from './run.mjs';

const suite = path.join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const baseline = path.join(root, 'test/conformance/expected-failures.yml');
const limitMs = 10 * 60_000;
/** In no revision's requirements: an extension's. */
const skills = ['no-prefetch', 'verify-digest', 'verify-size', 'verify-frontmatter'];

await runMain(async () => {
  exitOnSignals();
  const node = await node22();
  const driver = await bundle('test/conformance/driver.ts');
  const client = [suite, 'client', '--command', `${process.execPath} ${driver}`];
  const mayFail = readBaseline();
  const known = new Set();
  const wrong = [];
  let passed = 0;

  /** @type {(name: string, isGood: boolean, where: string) => void} */
  const judge = (name, isGood, where) => {
    if (isGood && !mayFail.has(name)) passed += 1;
    else if (isGood) wrong.push(`${name} (${where}) passes: take it out of the baseline`);
    else if (mayFail.has(name)) known.add(name);
    else wrong.push(`${name} (${where}) fails`);
  };
  for (const revision of ['2025-11-25', '2026-07-28']) {
    const { output } = await run(node, [...client, '--requirements', revision], {
      limitMs,
      label: `Client scenarios of ${revision}`,
    });
    const results = readResults(output);
    if (results.length === 0) wrong.push(`${revision}: no results\n${tail(output)}`);
    for (const { name, isGood } of results) judge(name, isGood, revision);
  }
  for (const part of skills) {
    const name = `sep-2640-client-${part}`;
    const { code, output } = await run(node, [...client, '--scenario', name], { limitMs });
    if (code !== 0) console.log(tail(output));
    judge(name, code === 0, 'extension');
  }

  for (const line of wrong) console.log(line);
  console.log(`${known.size} known failures (${path.relative(root, baseline)})`);
  console.log(`${passed} passed, ${wrong.length} failed`);
  return wrong.length === 0 && passed > 0 ? 0 : 1;
});

/** The names under `client:`, one a line. */
function readBaseline() {
  const lines = readFileSync(baseline, 'utf8').split('\n');
  return new Set(lines.flatMap((line) => /^ {2}- (\S+)$/.exec(line)?.[1] ?? []));
}

/** @param {string} output */
function readResults(output) {
  const summary = output.slice(output.lastIndexOf('=== SUITE SUMMARY ==='));
  return summary.split('\n').flatMap((line) => {
    const [, mark, name] = /^([✓✗]) (\S+): \d+ passed/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, isGood: mark === '✓' }];
  });
}
