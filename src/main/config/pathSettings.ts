import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppFailure, toAppError } from '../../shared/errors.ts';
import type { PathChoice, PathSetting, SettingsPatch } from '../../shared/settings.ts';
import { expandHome } from './expandHome.ts';
import type { Settings } from './parseSettings.ts';

type Choice = Omit<PathChoice, 'problem'>;
/** Rejects with an AppFailure when a path can't be what a setting needs. */
type PathCheck = (path: string) => Promise<void>;

/** The folder that servers run in: the one named at the start, then that of the settings. */
export function workspaceChoice(
  settings: Settings,
  launch: { readonly workspace: string; readonly isWorkspaceGiven: boolean },
  home: string,
): Choice & { readonly value: string } {
  if (launch.isWorkspaceGiven) return { value: launch.workspace, source: 'environment' };
  return settings.workspace === undefined
    ? { value: launch.workspace, source: 'default' }
    : { value: fullPath(settings.workspace, home), source: 'settings' };
}

/** The file of certificates to trust besides the usual ones; none by default. */
export function extraCaChoice(
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): Choice {
  const fromEnvironment = environment['PATCHBAY_EXTRA_CA'];
  if (fromEnvironment) return { value: fromEnvironment, source: 'environment' };
  return settings.extraCaFile === undefined
    ? { source: 'default' }
    : { value: fullPath(settings.extraCaFile, home), source: 'settings' };
}

/** With the reason why the path in force can't be used, when it can't. */
export async function checkedChoice(choice: Choice, check: PathCheck): Promise<PathChoice> {
  const { value } = choice;
  if (value === undefined) return choice;
  try {
    await check(value);
    return choice;
  } catch (thrown) {
    return { ...choice, problem: toAppError(thrown) };
  }
}

/** Rejects with an AppFailure when a path that a patch brings can't be used. */
export async function checkPaths(
  patch: SettingsPatch,
  home: string,
  checks: Readonly<Record<PathSetting, PathCheck>>,
): Promise<void> {
  for (const name of ['workspace', 'extraCaFile'] as const) {
    const path = patch[name];
    if (typeof path === 'string') await checks[name](fullPath(path, home));
  }
}

export async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new AppFailure({
    code: 'config/not-a-folder',
    message: `There is no folder ${folder}.`,
    params: { folder },
  });
}

const fullPath = (path: string, home: string): string => resolve(home, expandHome(path, home));
