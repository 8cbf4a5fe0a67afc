import type { LogEntry } from '../../../shared/log.ts';

/** The colour of a line: red failed, amber tries again or warns, violet waits for the user. */
export type RowTone = 'bad' | 'retry' | 'wait' | 'faint' | '';

export function rowTone(entry: Pick<LogEntry, 'kind' | 'level' | 'state'>): RowTone {
  if (entry.state === 'needs-auth') return 'wait';
  if (entry.level === 'error') return 'bad';
  if (entry.level === 'warn' || entry.state === 'backoff') return 'retry';
  const aside = entry.kind === 'stderr' || entry.kind === 'noise' || entry.level === 'debug';
  return aside ? 'faint' : '';
}
