import { expect, it } from 'vitest';
import { branchOf, worktreeNameRefusal } from '../../src/main/team/worktreeName.ts';

// git-check-ref-format(1); Windows: "Naming Files, Paths, and Namespaces".
it.each(['login', 'fix-123', 'v1.2_x', 'A', '_x', '9', 'a'.repeat(64), 'console', 'a.b'])(
  'takes %j for the name of a worktree',
  (name) => {
    expect(worktreeNameRefusal(name)).toBeUndefined();
    expect(branchOf(name)).toBe(`wt/${name}`);
  },
);

it.each([
  ['', 'it is empty'],
  ['a'.repeat(65), 'it has more than 64 characters'],
  ['.', 'it begins with a dot or a dash'],
  ['..', 'it begins with a dot or a dash'],
  ['.git', 'it begins with a dot or a dash'],
  ['-b', 'it begins with a dot or a dash'],
  ['a..b', 'it has two dots in a row'],
  ['a.', 'it ends with a dot or with .lock'],
  ['a.lock', 'it ends with a dot or with .lock'],
  ['a.LOCK', 'it ends with a dot or with .lock'],
  ['../up', 'only letters, digits, dots, underscores and dashes may be in it'],
  ['a/b', 'only letters, digits, dots, underscores and dashes may be in it'],
  ['a\\b', 'only letters, digits, dots, underscores and dashes may be in it'],
  ['a b', 'only letters, digits, dots, underscores and dashes may be in it'],
  ['a\0b', 'only letters, digits, dots, underscores and dashes may be in it'],
  ['a\nb', 'only letters, digits, dots, underscores and dashes may be in it'],
  ['a\n', 'only letters, digits, dots, underscores and dashes may be in it'],
  ['á', 'only letters, digits, dots, underscores and dashes may be in it'],
  ['a@{1}', 'only letters, digits, dots, underscores and dashes may be in it'],
  ['con', 'Windows keeps this name for a device'],
  ['NUL.txt', 'Windows keeps this name for a device'],
  ['com1', 'Windows keeps this name for a device'],
])('refuses %j: %s', (name, why) => {
  expect(worktreeNameRefusal(name)).toMatchObject({ code: 'team/worktree-name', params: { why } });
});
