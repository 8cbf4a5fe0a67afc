import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expandHome } from '../../src/main/config/expandHome.ts';
import { emptySettings } from '../../src/main/config/parseSettings.ts';
import {
  checkedChoice,
  checkFolder,
  checkPaths,
  extraCaChoice,
  workspaceChoice,
} from '../../src/main/config/pathSettings.ts';
import { AppFailure } from '../../src/shared/errors.ts';

const home = '/home/me';
const refuse = async (): Promise<void> => {
  throw new AppFailure({ code: 'test/no', message: 'no' });
};

describe('expandHome', () => {
  it.each([
    ['~', '/home/me'],
    ['~/bin/x', '/home/me/bin/x'],
    ['~other/x', '~other/x'],
    ['/a/~/b', '/a/~/b'],
    ['npx', 'npx'],
  ])('%s becomes %s', (path, expected) => {
    expect(expandHome(path, home)).toBe(expected);
  });
});

describe('the workspace', () => {
  const started = { workspace: '/start', isWorkspaceGiven: false };
  const named = { workspace: '/named', isWorkspaceGiven: true };
  it.each([
    ['where Patchbay was started, by default', undefined, started, '/start', 'default'],
    ['that of the settings', '/code', started, '/code', 'settings'],
    ['of the home folder where it begins with ~', '~/code', started, '/home/me/code', 'settings'],
    ['of the home folder where it is relative', 'code', started, '/home/me/code', 'settings'],
    ['the one named at the start before that', '/code', named, '/named', 'environment'],
  ] as const)('is %s', (_what, workspace, launch, value, source) => {
    const settings = { ...emptySettings, ...(workspace !== undefined && { workspace }) };
    expect(workspaceChoice(settings, launch, home)).toEqual({ value, source });
  });
});

describe('the extra certificates', () => {
  it.each([
    ['none by default', undefined, {}, { source: 'default' }],
    ['those of the settings', '~/ca.pem', {}, { value: '/home/me/ca.pem', source: 'settings' }],
    [
      'those of the environment before them',
      '/ca.pem',
      { PATCHBAY_EXTRA_CA: '/e.pem' },
      { value: '/e.pem', source: 'environment' },
    ],
  ] as const)('are %s', (_what, extraCaFile, environment, expected) => {
    const settings = { ...emptySettings, ...(extraCaFile !== undefined && { extraCaFile }) };
    expect(extraCaChoice(settings, environment, home)).toEqual(expected);
  });
});

describe('a path in the settings', () => {
  it('carries the reason why it can not be used', async () => {
    const choice = { value: '/x', source: 'settings' } as const;
    const problem = { code: 'test/no', message: 'no' };
    expect(await checkedChoice(choice, refuse)).toEqual({ ...choice, problem });
    expect(await checkedChoice({ source: 'default' }, refuse)).toEqual({ source: 'default' });
  });

  it('is looked at in full before it is saved, and only when it is new', async () => {
    const seen: string[] = [];
    const look = async (path: string) => void seen.push(path);
    const checks = { workspace: look, extraCaFile: look };
    await checkPaths({ workspace: '~/code', extraCaFile: null, theme: 'dark' }, home, checks);
    expect(seen).toEqual(['/home/me/code']);
    await expect(
      checkPaths({ extraCaFile: '/ca.pem' }, home, { ...checks, extraCaFile: refuse }),
    ).rejects.toThrow('no');
  });

  it('is a folder, or is refused as none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-workspace-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'file');
    await writeFile(file, '');
    await checkFolder(folder);
    for (const none of [file, join(folder, 'missing')]) {
      await expect(checkFolder(none)).rejects.toMatchObject({
        error: { code: 'config/not-a-folder', params: { folder: none } },
      });
    }
  });
});
