import { describe, expect, test } from 'vitest';
import {
  countFilter,
  lineFilter,
  passes,
  wholeLog,
} from '../../src/renderer/src/logs/logFilter.ts';
import type { LogChoice } from '../../src/renderer/src/logs/logFilter.ts';
import { rowTone } from '../../src/renderer/src/logs/rowTone.ts';
import { stepFrom } from '../../src/renderer/src/logs/stepFrom.ts';
import type { LogEntry, LogFilter } from '../../src/shared/log.ts';

const entry: LogEntry = {
  seq: 1,
  at: 0,
  server: 'docs',
  kind: 'call',
  level: 'warn',
  method: 'tools/call',
  rpcId: '41',
  text: 'tools/call Search, 50 % done',
  bytes: 0,
  hasBody: true,
};

describe('a line passes', () => {
  test.each<[LogFilter, boolean]>([
    [{}, true],
    [{ servers: ['docs'] }, true],
    [{ servers: ['wiki'] }, false],
    [{ kinds: ['call', 'stderr'] }, true],
    [{ kinds: [] }, false],
    [{ minLevel: 'warn' }, true],
    [{ minLevel: 'error' }, false],
    [{ text: '' }, true],
    [{ text: 'sEaRcH' }, true],
    [{ text: '50 %' }, true],
    [{ text: '50 _' }, false],
    [{ text: ' search' }, true],
    [{ text: ' call' }, false],
    [{ text: 'TOOLS/' }, true],
    [{ text: '41' }, true],
    [{ text: '4' }, false],
    [{ servers: ['docs'], text: 'nothing' }, false],
  ])('%j: %s', (filter, answer) => {
    expect(passes(entry, filter)).toBe(answer);
  });
});

describe('the controls ask', () => {
  test.each<[Partial<LogChoice>, LogFilter, LogFilter]>([
    [{}, {}, {}],
    [{ text: ' x ' }, { text: ' x ' }, { text: ' x ' }],
    [{ text: '  ' }, {}, {}],
    [{ server: 'docs' }, { servers: ['docs'] }, { servers: ['docs'] }],
    [{ minLevel: 'info' }, { minLevel: 'info' }, { minLevel: 'info' }],
    [{ errorsOnly: true, minLevel: 'info' }, { minLevel: 'error' }, { minLevel: 'info' }],
    [
      { hiddenKinds: new Set(['noise', 'stderr'] as const) },
      { kinds: ['lifecycle', 'call', 'notification', 'http', 'oauth', 'decision'] },
      {},
    ],
  ])('%#: for lines and for counts', (part, forLines, forCounts) => {
    const choice = { ...wholeLog, ...part };
    expect(lineFilter(choice)).toEqual(forLines);
    expect(countFilter(choice)).toEqual(forCounts);
  });
});

test.each<[Partial<LogEntry>, string]>([
  [{ kind: 'call', level: 'info' }, ''],
  [{ kind: 'call', level: 'error' }, 'bad'],
  [{ kind: 'stderr', level: 'info' }, 'faint'],
  [{ kind: 'stderr', level: 'error' }, 'bad'],
  [{ kind: 'noise', level: 'info' }, 'faint'],
  [{ kind: 'lifecycle', level: 'warn', state: 'backoff' }, 'retry'],
  [{ kind: 'lifecycle', level: 'error', state: 'needs-auth' }, 'wait'],
  [{ kind: 'lifecycle', level: 'info', state: 'connected' }, ''],
])('%j is drawn as %j', (part, tone) => {
  expect(rowTone({ ...entry, state: undefined, ...part })).toBe(tone);
});

test.each<[string, number, number | undefined]>([
  ['j', 3, 4],
  ['ArrowDown', 9, 9],
  ['k', 0, 0],
  ['ArrowUp', -1, 9],
  ['PageUp', 9, 4],
  ['PageDown', 7, 9],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['x', 5, undefined],
])('%s at line %i goes to %s', (key, index, next) => {
  expect(stepFrom(key, index, 10, 5)).toBe(next);
});
