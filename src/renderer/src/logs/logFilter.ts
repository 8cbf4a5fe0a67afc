import type { LogEntry, LogFilter, LogKind, LogLevel } from '../../../shared/log.ts';

/** What the controls of the Logs view are set to. */
export type LogChoice = {
  readonly text: string;
  readonly server: string | undefined;
  readonly minLevel: LogLevel;
  readonly hiddenKinds: ReadonlySet<LogKind>;
  readonly errorsOnly: boolean;
};

export const logKinds = [
  'lifecycle',
  'call',
  'notification',
  'stderr',
  'noise',
  'http',
  'oauth',
  'decision',
] as const;

export const wholeLog: LogChoice = {
  text: '',
  server: undefined,
  minLevel: 'debug',
  hiddenKinds: new Set(),
  errorsOnly: false,
};

/** The filter that counts per kind are asked with: all but the chips. */
export function countFilter(choice: LogChoice): LogFilter {
  const { text } = choice;
  return {
    // Spaces at the ends are looked for as well: they tell a word from a part of one.
    ...(text.trim() === '' ? {} : { text }),
    ...(choice.server === undefined ? {} : { servers: [choice.server] }),
    ...(choice.minLevel === 'debug' ? {} : { minLevel: choice.minLevel }),
  };
}

export function lineFilter(choice: LogChoice): LogFilter {
  return {
    ...countFilter(choice),
    ...(choice.hiddenKinds.size === 0
      ? {}
      : { kinds: logKinds.filter((kind) => !choice.hiddenKinds.has(kind)) }),
    ...(choice.errorsOnly ? { minLevel: 'error' } : {}),
  };
}

const rank: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/**
 * Whether a line passes a filter: the same answer as the store's query gives, so that live lines
 * and fetched ones mix. Text is found in the message and the method, without regard to ASCII case,
 * and equals an id.
 */
export function passes(entry: LogEntry, filter: LogFilter): boolean {
  const { servers, kinds, minLevel, text } = filter;
  if (servers && !servers.includes(entry.server)) return false;
  if (kinds && !kinds.includes(entry.kind)) return false;
  if (minLevel && rank[entry.level] < rank[minLevel]) return false;
  if (text === undefined || text === '') return true;
  const wanted = fold(text);
  return (
    fold(entry.text).includes(wanted) ||
    fold(entry.method ?? '').includes(wanted) ||
    entry.rpcId === text
  );
}

const fold = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
