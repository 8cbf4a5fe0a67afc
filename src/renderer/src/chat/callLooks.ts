import type { ToolCallState } from '../../../shared/chat.ts';
import type { IconName } from '../ui/iconPaths.ts';

/** How the state of a call looks. */
export const callLooks: Readonly<Record<ToolCallState, { icon: IconName; tone: string }>> = {
  queued: { icon: 'st-todo', tone: 'st-stopped' },
  waiting: { icon: 'hand', tone: 'st-auth' },
  running: { icon: 'st-starting', tone: 'st-starting' },
  done: { icon: 'st-ok', tone: 'st-ok' },
  error: { icon: 'st-failed', tone: 'st-failed' },
  denied: { icon: 'st-disabled', tone: 'st-disabled' },
  stopped: { icon: 'st-stopped', tone: 'st-stopped' },
};
