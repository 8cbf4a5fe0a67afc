import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUp, countClosingLine, countResults } from '../../scripts/test-results.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-results-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function report(...files: { status: string; tests: string[] }[]): string {
  const file = path.join(folder, 'report.json');
  const testResults = files.map(({ status, tests }) => ({
    status,
    assertionResults: tests.map((test) => ({ status: test })),
  }));
  writeFileSync(file, JSON.stringify({ testResults }));
  return file;
}

describe('the totals of npm test', () => {
  it('count every single test', () => {
    const file = report(
      { status: 'passed', tests: ['passed', 'passed', 'skipped', 'todo'] },
      { status: 'failed', tests: ['failed', 'passed'] },
    );
    expect(countResults(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  it('count a file that does not load as one failure', () => {
    const file = report({ status: 'passed', tests: ['passed'] }, { status: 'failed', tests: [] });
    expect(countResults(file, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('count a failed run whose tests all passed as one failure', () => {
    const file = report({ status: 'passed', tests: ['passed'] });
    expect(countResults(file, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('count a run without a report as one failure', () => {
    expect(countResults(path.join(folder, 'missing.json'), 0)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    });
  });

  it('add up over stages', () => {
    const one = { passed: 2, failed: 1, skipped: 0 };
    expect(addUp([one, { passed: 1, failed: 0, skipped: 4 }])).toEqual({
      passed: 3,
      failed: 1,
      skipped: 4,
    });
  });

  it.each([
    ['a\n12 passed, 3 failed\n', { passed: 12, failed: 3, skipped: 0 }],
    ['1 passed, 0 failed\nthen\n2 passed, 1 failed', { passed: 2, failed: 1, skipped: 0 }],
    ['it broke before the end', { passed: 0, failed: 1, skipped: 0 }],
  ])('are read from the closing line of %j', (output, counts) => {
    expect(countClosingLine(output)).toEqual(counts);
  });
});
