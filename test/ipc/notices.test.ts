import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Notices } from '../../src/main/ipc/notices/notices.ts';
import { noticeWords } from '../../src/main/ipc/notices/noticeWords.ts';
import { promptNotices } from '../../src/main/ipc/notices/promptNotices.ts';
import { questionNotices } from '../../src/main/ipc/notices/questionNotices.ts';
import type { OpenPrompt } from '../../src/main/permissions/prompts.ts';
import type { Question } from '../../src/shared/question.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 10_000 });
  onTestFinished(() => void vi.useRealTimers());
});

function setUp() {
  const state = { isInFront: false, isOn: true };
  const shown: string[] = [];
  const removed: string[] = [];
  const went: string[] = [];
  let click: () => void = () => undefined;
  let front: () => void = () => undefined;
  const notices = new Notices({
    isInFront: () => state.isInFront,
    isOn: () => state.isOn,
    show: (tag, { title, body }, onClick) => {
      shown.push(`${tag}: ${title}, ${body}`);
      click = onClick;
    },
    remove: (tag) => void removed.push(tag),
    onFront: (listener) => (front = listener),
    bringToFront: () => void went.push('window'),
    showConversation: (id) => void went.push(id),
  });
  return { notices, state, shown, removed, went, click: () => click(), front: () => front() };
}

const notice = (body: string) => () => ({ title: 'ci', body, conversation: 'c1' });

it('tells once of what comes together, as it is then, and again after a pause', () => {
  const { notices, shown } = setUp();
  let count = 0;
  const read = () => ({ title: 'ci', body: String(count) });
  for (count = 1; count < 1_000; count++) notices.changed('ci', read);
  vi.advanceTimersByTime(200);
  expect(shown).toEqual(['ci: ci, 1000']);
  notices.changed('ci', read);
  vi.advanceTimersByTime(1_999);
  expect(shown).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(shown).toHaveLength(2);
});

it('is silent while the window is in front or it is switched off', () => {
  const { notices, state, shown } = setUp();
  state.isInFront = true;
  notices.changed('ci', notice('a'));
  vi.advanceTimersByTime(5_000);
  Object.assign(state, { isInFront: false, isOn: false });
  notices.changed('ci', notice('b'));
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual([]);
});

it('leads to the window and its conversation, and is taken away once the window is in front', () => {
  const { notices, went, removed, click, front } = setUp();
  notices.changed('ci', notice('a'));
  vi.advanceTimersByTime(200);
  click();
  expect(went).toEqual(['window', 'c1']);
  front();
  front();
  expect(removed).toEqual(['ci']);
});

it('tells nothing of what was over before it was told', () => {
  const { notices, shown, removed } = setUp();
  let isOver = false;
  const read = () => (isOver ? undefined : { title: 'a', body: 'b' });
  notices.changed('ci', read);
  isOver = true;
  notices.changed('ci', read);
  vi.advanceTimersByTime(5_000);
  expect([shown, removed]).toEqual([[], []]);
});

it('names who asks, counts several prompts, and goes with the last one', () => {
  const { notices, shown, removed } = setUp();
  const opened = promptNotices({ notices, words: () => noticeWords('en') });
  const prompt = (itemId: string, server: string): OpenPrompt => ({
    conversationId: 'c1',
    itemId,
    server,
    tool: 't',
    definition: 'd',
    pooledName: 't',
    title: 't',
    preview: 'secret',
    prompt: { reason: 'destructive', tags: [] },
  });
  const first = opened(prompt('1', ''));
  vi.advanceTimersByTime(200);
  const second = opened(prompt('2', 'deploy'));
  vi.advanceTimersByTime(2_000);
  first();
  vi.advanceTimersByTime(2_000);
  second();
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual([
    'prompts: Patchbay, A tool of Patchbay waits for your answer',
    'prompts: Patchbay, 2 tools wait for your answer',
    'prompts: Patchbay, A tool of deploy waits for your answer',
  ]);
  expect(removed).toEqual(['prompts']);
});

it('has words in each language', () => {
  for (const language of ['en', 'zh', 'ja', 'xx']) {
    const { messages, prompt, prompts } = noticeWords(language);
    expect(messages(3)).toContain('3');
    expect(prompt('deploy')).toContain('deploy');
    expect(prompts(2)).toContain('2');
  }
  expect(noticeWords('en').messages(1)).toBe('1 new message');
});

it('tells of what servers ask by one notification, which leads to the oldest', () => {
  const { notices, shown, removed, went, click } = setUp();
  let open: readonly Question[] = [];
  let changed = (): void => undefined;
  const onChange = (listener: () => void) => {
    changed = listener;
    return () => undefined;
  };
  questionNotices({ notices, words: () => noticeWords('en') }, { list: () => open, onChange });
  const put = (...ids: readonly string[]) => {
    open = ids.map((id) => ({
      id,
      server: 'forms',
      at: 1,
      conversationId: `of ${id}`,
      kind: 'form',
      message: 'secret',
      schema: {},
    }));
    changed();
    vi.advanceTimersByTime(2_000);
  };
  put('a');
  put('a', 'b');
  click();
  put();
  expect(shown).toEqual([
    'questions: Patchbay, forms asks you something',
    'questions: Patchbay, Servers ask you 2 things',
  ]);
  expect(went).toEqual(['window', 'of a']);
  expect(removed).toEqual(['questions']);
});
