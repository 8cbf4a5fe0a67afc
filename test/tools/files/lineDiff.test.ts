import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { diffView, lineDiff } from '../../../src/main/tools/files/lineDiff.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchbay-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What diff(1) says, without the names. */
function diffOf(before: string, after: string): string[] {
  writeFileSync(join(folder, 'a'), before);
  writeFileSync(join(folder, 'b'), after);
  try {
    execFileSync('/usr/bin/diff', ['-u', 'a', 'b'], { cwd: folder });
    return [];
  } catch (thrown) {
    const { stdout } = thrown as { stdout: Buffer };
    return stdout.toString().trimEnd().split('\n').slice(2);
  }
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_one, at) => `${from + at}\n`).join('');

describe('the difference of two texts', () => {
  it.each([
    ['nothing', 'a\nb\n', 'a\nb\n'],
    ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['a new line at the end', 'a\n', 'a\nb\n'],
    ['a new line at the start', 'b\n', 'a\nb\n'],
    ['a line that goes', 'a\nb\nc\n', 'a\nc\n'],
    ['all that goes', 'a\nb\n', ''],
    [
      'two places far apart',
      numbers(1, 30),
      numbers(1, 30).replace('3\n', 'x\n').replace('25\n', ''),
    ],
    [
      'two places close by',
      numbers(1, 12),
      numbers(1, 12).replace('3\n', 'x\n').replace('8\n', 'y\n'),
    ],
    ['a last line that no longer ends', 'a\nb\n', 'a\nb'],
    ['a last line that ends now', 'a\nb', 'a\nb\n'],
    ['blank lines', 'a\n\n\nb\n', 'a\n\nb\n'],
  ])('is that of diff(1) for %s', (_what, before, after) => {
    expect(diffView('f', before, after).lines).toEqual(diffOf(before, after));
  });

  it('tells a new file and counts what is added and removed', () => {
    expect(diffView('f', undefined, 'a\nb')).toMatchObject({ isNew: true, added: 2, removed: 0 });
    expect(diffView('f', 'a\nb\n', 'c\n')).toMatchObject({ isNew: false, added: 1, removed: 2 });
    expect(diffView('f', undefined, '')).toMatchObject({ lines: [], added: 0 });
  });

  it('always leads from the one to the other, and never in more steps than needed', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const steps = lineDiff(before, after);
        const side = (sign: '-' | '+') =>
          steps.filter((step) => step.sign === ' ' || step.sign === sign).map(({ line }) => line);
        expect(side('-')).toEqual(before);
        expect(side('+')).toEqual(after);
        const kept = steps.filter(({ sign }) => sign === ' ').length;
        expect(kept).toBe(longestCommon(before, after));
      }),
    );
  });

  it('stays small and quick whatever comes', () => {
    const many = Array.from({ length: 50_000 }, (_one, at) => `old ${at}\n`).join('');
    const began = performance.now();
    const view = diffView('f', many, many.replaceAll('old', 'new'));
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(view).toMatchObject({ added: 50_000, removed: 50_000 });
    expect(view.lines).toHaveLength(600);
    expect(view.cut).toBe(100_001 - 600);
    const [, long = ''] = diffView('f', undefined, 'x'.repeat(1_000_000)).lines;
    expect(long.length).toBeLessThan(600);
  });
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  const row = Array.from({ length: b.length + 1 }, () => 0);
  for (const one of a) {
    let corner = 0;
    for (const [at, other] of b.entries()) {
      const above = row[at + 1] ?? 0;
      row[at + 1] = one === other ? corner + 1 : Math.max(above, row[at] ?? 0);
      corner = above;
    }
  }
  return row[b.length] ?? 0;
}
