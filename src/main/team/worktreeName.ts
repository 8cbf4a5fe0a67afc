import type { AppError } from '../../shared/errors.ts';

/** Devices that Windows finds in any folder, whatever their ending. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Why a name can't be that of a worktree, which is a folder and the last part of a branch (git's
 * check-ref-format) on every system; undefined when it can.
 */
export function worktreeNameRefusal(name: string): AppError | undefined {
  if (name === '') return refusal(name, 'it is empty');
  if (name.length > 64) return refusal(name, 'it has more than 64 characters');
  if (!/^[A-Za-z0-9._-]+$/.test(name)) {
    return refusal(name, 'only letters, digits, dots, underscores and dashes may be in it');
  }
  if (!/^[A-Za-z0-9_]/.test(name)) return refusal(name, 'it begins with a dot or a dash');
  if (name.includes('..')) return refusal(name, 'it has two dots in a row');
  if (/\.$|\.lock$/i.test(name)) return refusal(name, 'it ends with a dot or with .lock');
  if (devices.test(name)) return refusal(name, 'Windows keeps this name for a device');
  return undefined;
}

function refusal(name: string, why: string): AppError {
  const shown = name.slice(0, 80);
  return {
    code: 'team/worktree-name',
    message: `'${shown}' can't be the name of a worktree: ${why}.`,
    params: { name: shown, why },
  };
}

/** Its branch. */
export const branchOf = (name: string): string => `wt/${name}`;
