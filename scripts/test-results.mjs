// Adds up what the test stages found.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const oneFailure = { passed: 0, failed: 1, skipped: 0 };

/**
 * Counts single tests in a report of Vitest's JSON reporter. What failed without being a test (a file
 * that does not load, an unhandled error, no report at all) counts as one failure.
 * @param {string} file
 * @param {number} exitCode Vitest's
 * @returns {Counts}
 */
export function countResults(file, exitCode) {
  if (!existsSync(file)) return oneFailure;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const testFile of report.testResults) {
    const before = counts.failed;
    for (const { status } of testFile.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    if (testFile.status === 'failed' && counts.failed === before) counts.failed += 1;
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed += 1;
  return counts;
}

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function addUp(all) {
  return all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/**
 * What a program's closing line "N passed, N failed" says; without one it is one failure.
 * @param {string} output
 * @returns {Counts}
 */
export function countClosingLine(output) {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  if (found === undefined) return oneFailure;
  return { passed: Number(found[1]), failed: Number(found[2]), skipped: 0 };
}
