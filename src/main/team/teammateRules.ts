import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import { lead, person } from '../../shared/team.ts';
import type { Mail, TeammateState } from '../../shared/team.ts';

export const isAtWork = (state: TeammateState): boolean => state === 'working' || state === 'idle';

/**
 * Whether mail lets a teammate go on that is not at work: a person's does always, the lead's unless
 * a person stopped it or it was shut down, and nobody else's.
 */
export function goesOn(state: TeammateState, { from }: Pick<Mail, 'from'>): boolean {
  if (from === person) return true;
  return from === lead && state !== 'stopped' && state !== 'shut-down';
}

/** What is not done, in words for the model and for the person. */
export const refusals = {
  onlyLead: {
    code: 'team/only-lead',
    message: 'Only the agent of a chat that has a workspace folder can have teammates.',
  },
  yourself: { code: 'team/yourself', message: 'That is you.' },
  tooMany: (limit: number) => ({
    code: 'team/too-many-members',
    message: `${limit} teammates are at work already. Let one end first.`,
    params: { limit },
  }),
  isThere: (name: string) => about('team/member-there', name, 'is at work already'),
  isStopped: (name: string) =>
    about('team/member-stopped', name, 'was stopped by the user, who alone lets it go on'),
  isGone: (name: string) =>
    about('team/member-gone', name, 'was shut down; spawn_teammate lets it begin again'),
  notAtWork: (name: string, state: string) =>
    about('team/member-not-at-work', name, `is not at work (${state})`),
  unknown: (name: string, names: readonly string[]) => ({
    code: 'team/unknown-member',
    message: `There is nobody called '${name}' in this team: ${names.join(', ')}.`,
    params: { name, names: names.join(', ') },
  }),
  unknownTool: (name: string) => ({
    code: 'team/unknown-tool',
    message: `'${name}' is neither a server nor a tool of one, by the name that you call it by.`,
    params: { name },
  }),
} as const;

function about(code: string, name: string, what: string): AppError {
  return { code, message: `${name} ${what}.`, params: { name } };
}

export const refuse = (error: AppError): AppFailure => new AppFailure(error);
