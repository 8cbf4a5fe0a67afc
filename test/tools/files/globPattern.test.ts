import { describe, expect, it } from 'vitest';
import { globPattern } from '../../../src/main/tools/files/globPattern.ts';

describe('a pattern for paths', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/deep/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/b/a.ts', false],
    ['./src/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/b/c/a.ts', true],
    ['src/**', 'src/b/c', true],
    ['**', 'a/b', true],
    ['**/test/**', 'a/test/b', true],
    ['**/test/**', 'a/tests/b', false],
    ['a?.js', 'ab.js', true],
    ['x/a?b', 'x/a/b', false],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['*.{ts,tsx}', 'a.js', false],
    ['{a,b}/{c,d*}', 'b/deep', true],
    ['[a-c].md', 'b.md', true],
    ['[!a-c].md', 'b.md', false],
    ['x/[!y]z', 'x//z', false],
    ['a.(b)+$', 'a.(b)+$', true],
    ['a.b', 'axb', false],
    ['\\*.md', '*.md', true],
    ['\\*.md', 'a.md', false],
    ['日本*', '日本語.md', true],
  ])('%s, held against %s: %s', (pattern, path, fits) => {
    expect(globPattern(pattern)?.test(path)).toBe(fits);
  });

  it.each(['[a', '{a,b', 'x/{a'])('%s is none', (pattern) => {
    expect(globPattern(pattern)).toBeUndefined();
  });
});
