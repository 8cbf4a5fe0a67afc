import { describe, expect, it } from 'vitest';
import { launchOptions } from '../../src/main/platform/paths.ts';

describe('launchOptions', () => {
  it.each([
    [
      'nothing said',
      [],
      {},
      { workspace: '/home/me', isWorkspaceGiven: false, dataFolder: undefined },
    ],
    [
      'a folder argument',
      ['code'],
      { PATCHBAY_WORKSPACE: '/w' },
      { workspace: '/home/me/code', isWorkspaceGiven: true },
    ],
    [
      'PATCHBAY_WORKSPACE',
      [],
      { PATCHBAY_WORKSPACE: '/w' },
      { workspace: '/w', isWorkspaceGiven: true },
    ],
    ['a link, which is no folder', ['patchbay://install?name=a'], {}, { isWorkspaceGiven: false }],
    ['PATCHBAY_USER_DATA', [], { PATCHBAY_USER_DATA: '/d' }, { dataFolder: '/d' }],
    [
      'a switch over the variable',
      ['--user-data-dir=/e', '--no-sandbox'],
      { PATCHBAY_USER_DATA: '/d' },
      { dataFolder: '/e', workspace: '/home/me' },
    ],
  ])('honours %s', (_what, argv, environment, expected) => {
    expect(launchOptions(argv, environment, '/home/me')).toMatchObject(expected);
  });
});
