import { describe, expect, it } from 'vitest';
import { askedPath, placeOf } from '../../../src/main/tools/workspace/insideFolder.ts';

describe('the path that is meant', () => {
  it.each([
    ['src/a.ts', '/w/src/a.ts'],
    ['./a', '/w/a'],
    ['a/../b', '/w/b'],
    ['../x', '/x'],
    ['../../../..', '/'],
    ['/etc/passwd', '/etc/passwd'],
    ['/w/a', '/w/a'],
    ['~/a', '/w/~/a'],
    ['a\\..\\b', '/w/a\\..\\b'],
    ['C:\\a', '/w/C:\\a'],
  ])('on POSIX %s is %s', (asked, path) => {
    expect(askedPath('/w', asked, 'linux')).toEqual({ path });
  });

  it.each([
    ['src/a.ts', 'C:\\w\\src\\a.ts'],
    ['..\\x', 'C:\\x'],
    ['a/../../x', 'C:\\x'],
    ['c:\\w\\a', 'c:\\w\\a'],
    ['D:/a', 'D:\\a'],
    ['\\a', 'C:\\a'],
    ['\\\\host\\share\\a', '\\\\host\\share\\a'],
    ['console.log', 'C:\\w\\console.log'],
  ])('on Windows %s is %s', (asked, path) => {
    expect(askedPath('C:\\w', asked, 'win32')).toEqual({ path });
  });

  it.each(['', '  ', 'a\0b', 'a\0'])('nowhere is %j a path', (asked) => {
    expect(askedPath('/w', asked, 'linux')).toHaveProperty('problem');
    expect(askedPath('C:\\w', asked, 'win32')).toHaveProperty('problem');
  });

  it.each([
    'C:a',
    'D:',
    'a.txt:hidden',
    'C:\\w\\a.txt::$DATA',
    '\\\\?\\C:\\w\\a',
    '\\\\.\\PhysicalDrive0',
    '//./pipe/x',
    'NUL',
    'src\\con',
    'aux.txt',
    'COM1',
    'lpt9.log',
    'nul ',
  ])('on Windows %s is refused', (asked) => {
    expect(askedPath('C:\\w', asked, 'win32')).toHaveProperty('problem');
  });
});

describe('where a real path lies', () => {
  it.each([
    ['/w', '/w', ''],
    ['/w', '/w/a', 'a'],
    ['/w', '/w/a/b', 'a/b'],
    ['/w', '/w/..a', '..a'],
    ['/', '/etc', 'etc'],
  ])('seen from %s, %s is inside', (root, path, relative) => {
    expect(placeOf(root, path, 'linux')).toEqual({ kind: 'inside', relative });
  });

  it.each([
    ['/w', '/'],
    ['/w', '/wide'],
    ['/w', '/w2/a'],
    ['/w', '/x/w'],
    ['/w/a', '/w'],
    ['/w', '/W/a'],
  ])('seen from %s, %s is outside', (root, path) => {
    expect(placeOf(root, path, 'linux')).toEqual({ kind: 'outside' });
  });

  it.each([
    ['darwin', '/w/Proj', '/w/proj/a', { head: '/w/proj', relative: 'a' }],
    ['darwin', '/w/é', '/w/e\u0301/a', undefined],
    ['win32', 'C:\\w', 'c:\\W\\a', { head: 'c:\\W', relative: 'a' }],
  ] as const)(
    'on %s, whether %s and %s are one is for the file system',
    (...[os, root, path, at]) => {
      expect(placeOf(root, path, os)).toEqual(
        at === undefined ? { kind: 'outside' } : { kind: 'other-case', ...at },
      );
    },
  );

  it.each([
    ['C:\\w', 'D:\\w\\a'],
    ['C:\\w', 'C:\\wide'],
    ['C:\\w', '\\\\C\\w\\a'],
  ])('on Windows, seen from %s, %s is outside', (root, path) => {
    expect(placeOf(root, path, 'win32')).toEqual({ kind: 'outside' });
  });
});
