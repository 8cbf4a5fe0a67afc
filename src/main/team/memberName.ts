import { boardName, lead, person } from '../../shared/team.ts';
import type { AppError } from '../../shared/errors.ts';

/** Names that stand for somebody else in mail. */
const taken: ReadonlySet<string> = new Set([lead, person, boardName, 'all', 'team']);

/** Why a teammate can't have a name, by which it is written to; undefined when it can. */
export function memberNameRefusal(name: string): AppError | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,31}$/.test(name)) {
    return refusal(name, 'it has to be 1 to 32 letters, digits, _ or -, a letter first');
  }
  if (taken.has(name.toLowerCase())) return refusal(name, 'it stands for somebody else');
  return undefined;
}

function refusal(name: string, why: string): AppError {
  const shown = name.slice(0, 80);
  return {
    code: 'team/member-name',
    message: `'${shown}' can't be the name of a teammate: ${why}.`,
    params: { name: shown, why },
  };
}
