import type { LogBody, LogEntry, LogFilter } from '../../../src/shared/log.ts';
import { addToTally } from '../../../src/shared/logTally.ts';
import { passes } from '../../../src/renderer/src/logs/logFilter.ts';
import type { Answers } from '../fakeBridge.ts';
import { now } from './madeUp.ts';

type Shape = Omit<LogEntry, 'seq' | 'at'>;

/** The story of the mock, line by line; longer logs repeat it. */
const story: readonly Shape[] = [
  life('wiki', 'warn', 'backoff', 'connected → backoff, try 1 in 2 s: exit code 1'),
  life('wiki', 'info', 'connected', 'backoff → connected in 390 ms'),
  life('tickets', 'error', 'needs-auth', 'still needs sign-in, the refresh token was revoked'),
  life('deploy', 'info', 'starting', 'stopped → starting, asked by connect_mcp'),
  output('deploy', 'stderr', 'info', 'deploy server ready, nothing real is changed'),
  output('deploy', 'noise', 'info', 'Listening on stdio'),
  call('deploy', 'initialize, 2025-11-25', 96, 1100),
  call('deploy', 'tools/list, 2 tools', 11, 1900),
  life('deploy', 'info', 'connected', 'starting → connected in 412 ms'),
  call('deploy', 'tools/call status', 84, 612),
  { ...call('ci-alerts', 'notifications/progress 3 of 5', undefined, 287), kind: 'notification' },
  call('docs', 'tools/call search, 3 of 5', undefined, 131),
  output('browser', 'stderr', 'error', 'ERROR the tab closed before it was ready'),
  output(
    'browser',
    'stderr',
    'warn',
    'WARN this option is deprecated and goes with the next major',
  ),
  {
    ...call('a-server-with-a-very-long-name-indeed', 'tools/call import: not allowed', 9, 420),
    level: 'error',
  },
];

function life(
  server: string,
  level: LogEntry['level'],
  state: NonNullable<LogEntry['state']>,
  text: string,
): Shape {
  return { server, level, state, text, kind: 'lifecycle', bytes: 0, hasBody: false };
}
function output(
  server: string,
  kind: 'stderr' | 'noise',
  level: LogEntry['level'],
  text: string,
): Shape {
  return { server, kind, level, text, bytes: text.length, hasBody: true };
}
function call(server: string, text: string, durationMs: number | undefined, bytes: number): Shape {
  const [method] = text.split(/[ ,:]/);
  const base = {
    server,
    kind: 'call',
    level: 'info',
    direction: 'out',
    method,
    rpcId: '41',
  } as const;
  return { ...base, text, durationMs, bytes, hasBody: true };
}

export const logLine = (seq: number, at: number): LogEntry => ({
  ...(story[seq % story.length] as Shape),
  seq,
  at,
});

const request = {
  jsonrpc: '2.0',
  id: 41,
  method: 'tools/call',
  params: { name: 'status', arguments: { service: 'web', token: 'hidden, 40 characters' } },
};
const response = {
  jsonrpc: '2.0',
  id: 41,
  result: {
    content: [{ type: 'text', text: '{"service":"web","healthy":true}' }],
    structuredContent: {
      service: 'web',
      healthy: true,
      running: { version: '2.13.4', ref: '91b07de', instances: 6 },
    },
  },
};

/** Answers the log requests as the store would, from lines in memory. */
export function logAnswers(lines: LogEntry[]): Answers {
  const matching = (filter: LogFilter) => lines.filter((entry) => passes(entry, filter));
  return {
    'log.query': ({ filter, after = 0, before = Infinity, limit }) =>
      matching(filter)
        .filter(({ seq }) => seq > after && seq < before)
        .slice(-limit),
    'log.tally': ({ servers, text, after = 0 }) =>
      addToTally(
        {},
        matching({ ...(servers && { servers }), ...(text !== undefined && { text }) }).filter(
          ({ seq }) => seq > after,
        ),
      ),
    'log.body': (seq): LogBody => {
      const entry = lines.find((line) => line.seq === seq);
      if (entry?.kind === 'stderr')
        return { request: `${entry.text}\n    at Tab.close (tab.js:41:7)` };
      if (!entry?.hasBody) return {};
      const answered = entry.durationMs !== undefined;
      return {
        request: JSON.stringify(request),
        ...(answered ? { response: JSON.stringify(response) } : {}),
      };
    },
  };
}

export const pastLines = (count: number): LogEntry[] =>
  Array.from({ length: count }, (_value, index) =>
    logLine(index + 1, now - (count - index) * 1_234),
  );
