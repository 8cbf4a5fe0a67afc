import type { Bridge } from '../../../shared/ipc.ts';
import type { LogFilter } from '../../../shared/log.ts';
import { countsOf, totalOf } from '../../../shared/logTally.ts';
import { ask } from '../api.ts';
import type { FeedState } from './feedState.ts';

/**
 * How many lines match: of each kind of those that `counted` asks for, in all by `filter`, and, while
 * paused, of those after the line with the number `pausedAt`.
 */
export async function askFigures(
  bridge: Bridge,
  filter: LogFilter,
  counted: LogFilter,
  pausedAt: number | undefined,
): Promise<Pick<FeedState, 'counts' | 'total' | 'waiting'>> {
  const tally = await ask(bridge, 'log.tally', counted);
  const later =
    pausedAt === undefined ? {} : await ask(bridge, 'log.tally', { ...counted, after: pausedAt });
  return {
    counts: countsOf(tally, counted.minLevel),
    total: totalOf(tally, filter),
    waiting: totalOf(later, filter),
  };
}
