import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Notices } from '../../src/main/ipc/notices/notices.ts';
import { noticeWords } from '../../src/main/ipc/notices/noticeWords.ts';
import { turnNotices } from '../../src/main/ipc/notices/turnNotices.ts';
import type { ChatItem } from '../../src/shared/chat.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 10_000 });
  onTestFinished(() => void vi.useRealTimers());
});

const question: ChatItem = { id: 'q', at: 1, kind: 'user', text: 'Do it' };
const answer: ChatItem = {
  id: 'a',
  at: 2,
  round: 1,
  kind: 'text',
  text: 'Done.',
  streaming: false,
};
const error: ChatItem = {
  id: 'n',
  at: 3,
  kind: 'notice',
  level: 'error',
  notice: { code: 'model/overloaded', message: 'Overloaded.' },
};

function setUp(atLeastMs: number | 'never' = 30_000) {
  const shown: string[] = [];
  const removed: string[] = [];
  let newest: ChatItem | undefined = question;
  const notices = new Notices({
    isInFront: () => false,
    isOn: () => true,
    show: (tag, { body, conversation }) => void shown.push(`${tag}: ${body} (${conversation})`),
    remove: (tag) => void removed.push(tag),
    onFront: () => undefined,
    bringToFront: () => undefined,
    showConversation: () => undefined,
  });
  const told = turnNotices(
    { notices, words: () => noticeWords('en') },
    { atLeastMs: () => (atLeastMs === 'never' ? undefined : atLeastMs), newest: () => newest },
  );
  const activity = (is: 'running' | 'waiting' | 'idle') =>
    told('c1', { kind: 'activity', activity: is });
  return {
    shown,
    removed,
    told,
    activity,
    turn: (ms: number, last: ChatItem | 'unknown' = answer, first: ChatItem = question) => {
      newest = last === 'unknown' ? undefined : first;
      activity('running');
      vi.advanceTimersByTime(ms);
      newest = last === 'unknown' ? undefined : last;
      activity('idle');
      vi.advanceTimersByTime(200);
    },
  };
}

it.each([
  ['a minute', 60_000, answer, ['turn c1: An answer is ready after 60 s (c1)']],
  ['ten minutes', 600_000, answer, ['turn c1: An answer is ready after 10 min (c1)']],
  [
    'a minute that ended with an error',
    60_000,
    error,
    ['turn c1: An answer ended with an error (c1)'],
  ],
  ['a moment', 29_000, answer, []],
])('tells of an answer that took %s, or not', (_what, ms, last, expected) => {
  const { turn, shown } = setUp();
  turn(ms, last);
  expect(shown).toEqual(expected);
});

it('tells of nothing where it is set to never, and not of what no person asked', () => {
  const never = setUp('never');
  never.turn(3_600_000);
  expect(never.shown).toEqual([]);
  const { turn, shown } = setUp();
  turn(60_000, answer, answer);
  // Of an agent's conversation nothing is known.
  turn(60_000, 'unknown');
  expect(shown).toEqual([]);
});

it('counts from the start over every wait, and a message that came while it ran as asked', () => {
  const { activity, told, shown, turn } = setUp();
  turn(0, answer, answer);
  activity('running');
  vi.advanceTimersByTime(20_000);
  activity('waiting');
  told('c1', { kind: 'item', item: question });
  vi.advanceTimersByTime(20_000);
  activity('running');
  activity('idle');
  vi.advanceTimersByTime(200);
  expect(shown).toEqual(['turn c1: An answer is ready after 40 s (c1)']);
});

it('says nothing while the next message is answered, and takes back what it said', () => {
  const { activity, shown, removed, turn } = setUp();
  activity('running');
  vi.advanceTimersByTime(60_000);
  activity('idle');
  activity('running');
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual([]);
  activity('idle');
  vi.advanceTimersByTime(2_000);
  expect(shown).toHaveLength(1);
  turn(0);
  expect(removed).toEqual(['turn c1']);
});
