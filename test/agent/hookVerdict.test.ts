import { expect, it } from 'vitest';
import { hookVerdict } from '../../src/main/agent/hooks/hookVerdict.ts';
import type { HookEvent } from '../../src/shared/hook.ts';
import type { HelperEnd } from '../../src/main/auth/headers/runHelper.ts';

const done = (output: string): HelperEnd => ({ kind: 'done', output });
const ended = (status: number, said = ''): HelperEnd => ({
  kind: 'failed',
  why: `it ended with status ${status}`,
  said,
  status,
});

it.each<[string, HookEvent, HelperEnd, unknown]>([
  ['status 0', 'on-stop', done(''), { kind: 'goes-on', said: '' }],
  [
    'what it says',
    'before-prompt',
    done(' It is Monday.\r\n'),
    { kind: 'goes-on', said: 'It is Monday.' },
  ],
  [
    'status 2',
    'before-prompt',
    ended(2, 'no secrets, please\n'),
    { kind: 'blocks', reason: 'no secrets, please' },
  ],
  [
    'status 2 without a word',
    'before-tool',
    ended(2),
    { kind: 'blocks', reason: 'no reason given' },
  ],
  ['another status', 'before-tool', ended(1), { kind: 'failed', why: 'it ended with status 1' }],
  [
    'another status with words',
    'after-tool',
    ended(3, 'oh'),
    { kind: 'failed', why: 'it ended with status 3: oh' },
  ],
  [
    'an end by force',
    'before-tool',
    { kind: 'failed', why: 'it took more than 1 s', said: '' },
    { kind: 'failed', why: 'it took more than 1 s' },
  ],
  [
    'a denial',
    'before-tool',
    done('{"decision": "deny", "reason": "not here"}'),
    { kind: 'blocks', reason: 'not here' },
  ],
  [
    'a question',
    'before-tool',
    done('{"decision":"ask"}'),
    { kind: 'asks', reason: 'no reason given' },
  ],
  [
    'a permission, which no hook gives',
    'before-tool',
    done('{"decision":"allow"}'),
    { kind: 'failed', why: 'it printed JSON without a decision of "deny" or "ask"' },
  ],
  ['broken JSON', 'before-tool', done('{"decision"'), { kind: 'failed', why: expect.any(String) }],
  ['words before a tool', 'before-tool', done('all well'), { kind: 'goes-on', said: 'all well' }],
  [
    'JSON elsewhere',
    'before-prompt',
    done('{"decision":"deny"}'),
    { kind: 'goes-on', said: '{"decision":"deny"}' },
  ],
  [
    'signs that mislead',
    'before-prompt',
    done('a\u001b[31m\u202eb\tc'),
    { kind: 'goes-on', said: 'a[31mb\tc' },
  ],
])('takes %s as it is meant', (_what, event, end, verdict) => {
  expect(hookVerdict(event, end)).toEqual(verdict);
});

it('cuts what is long, and no character in two', () => {
  const verdict = hookVerdict('before-prompt', done(`a${'😀'.repeat(6_000)}`));
  expect(verdict).toEqual({ kind: 'goes-on', said: `a${'😀'.repeat(4_999)}` });
});
