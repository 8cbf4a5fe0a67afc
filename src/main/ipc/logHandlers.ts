import { AppFailure } from '../../shared/errors.ts';
import { exportLog } from './exportLog.ts';
import type { Rooms } from './handlers.ts';
import type { Handlers } from './router.ts';

type LogHandlers = Pick<Handlers, Extract<keyof Handlers, `log.${string}`>>;

/** The requests of the Logs screen. Only the search for the latest text goes on. */
export function logHandlers({ log, chooseSave }: Pick<Rooms, 'log' | 'chooseSave'>): LogHandlers {
  let search = { text: '', stop: new AbortController() };
  const signalFor = (text = ''): AbortSignal | undefined => {
    if (text === '') return undefined;
    if (text !== search.text) {
      const message = 'Another text is searched for now.';
      search.stop.abort(new AppFailure({ code: 'log/superseded', message }));
      search = { text, stop: new AbortController() };
    }
    return search.stop.signal;
  };
  return {
    'log.query': ({ filter, after, before, limit }) =>
      log.page(filter, before, limit, signalFor(filter.text), after),
    'log.tally': ({ after, ...filter }) => log.tally(filter, signalFor(filter.text), after),
    'log.body': (seq) => log.body(seq),
    'log.export': async ({ title, filter }) => {
      const path = await chooseSave(title, 'patchbay-log.jsonl');
      if (path === undefined) return null;
      await exportLog(log, filter, path);
      return path;
    },
    'log.usage': () => log.usage(),
    'log.clear': () => log.clear(),
  };
}
