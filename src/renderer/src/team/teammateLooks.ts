import type { Activity } from '../../../shared/chat.ts';
import type { Teammate, TeammateState } from '../../../shared/team.ts';
import type { IconName } from '../ui/iconPaths.ts';

/** What a teammate is shown to do: `asks` waits for a person's permission, `held` for its plan's review. */
export type ShownState = TeammateState | 'asks' | 'held';

export type Look = { readonly icon: IconName; readonly tone: string };

export const looks: Readonly<Record<ShownState, Look>> = {
  working: { icon: 'st-starting', tone: 'st-starting' },
  asks: { icon: 'hand', tone: 'st-auth' },
  held: { icon: 'pause', tone: 'st-auth' },
  idle: { icon: 'st-todo', tone: 'quiet' },
  ended: { icon: 'st-ok', tone: 'quiet' },
  'shut-down': { icon: 'st-ok', tone: 'quiet' },
  failed: { icon: 'st-failed', tone: 'st-failed' },
  stopped: { icon: 'st-stopped', tone: 'st-stopped' },
  interrupted: { icon: 'st-stopped', tone: 'st-stopped' },
};

export const isAtWork = (state: TeammateState): boolean => state === 'working' || state === 'idle';

/** `activity` is that of its turn, where one runs. */
export function shownState(
  { state, isHeld }: Pick<Teammate, 'state' | 'isHeld'>,
  activity: Activity | undefined,
): ShownState {
  if (activity === 'waiting') return 'asks';
  return state === 'idle' && isHeld ? 'held' : state;
}
