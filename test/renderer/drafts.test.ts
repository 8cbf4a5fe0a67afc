import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDrafts } from '../../src/renderer/src/store/drafts.ts';
import { createFakeBridge } from './fakeBridge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const file = {
  kind: 'file',
  name: 'a.txt',
  mediaType: 'text/plain',
  file: { name: '00000000-0000-0000-0000-000000000001.txt', bytes: 3 },
} as const;

it('keeps the first letter at once and the latest after a pause, without what can not be sent', async () => {
  const bridge = createFakeBridge({ 'drafts.list': () => [], 'drafts.keep': () => undefined });
  const kept = () =>
    bridge.asked.flatMap(({ name, input }) => (name === 'drafts.keep' ? [input] : []));
  const drafts = createDrafts(bridge);
  for (const text of ['H', 'He', 'Hel']) drafts.change('', { text });
  expect(kept()).toEqual([{ of: '', text: 'H', attachments: [] }]);
  const error = { code: 'chat/file-empty', message: 'b is empty.' };
  drafts.change('one', { attached: [file, { kind: 'unread', name: 'b', error }] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(kept().slice(1)).toEqual([
    { of: '', text: 'Hel', attachments: [] },
    { of: 'one', text: '', attachments: [file] },
  ]);
  expect(drafts.all.getState().get('one')?.attached).toHaveLength(2);
  drafts.change('', { text: '' });
  expect(kept().at(-1)).toEqual({ of: '', text: '', attachments: [] });
});

it('brings back what was kept, but not over what is written already', async () => {
  const bridge = createFakeBridge({
    'drafts.list': () => [
      { of: '', text: 'old', attachments: [] },
      { of: 'one', text: 'Half', attachments: [file] },
    ],
    'drafts.keep': () => undefined,
  });
  const drafts = createDrafts(bridge);
  drafts.change('', { text: 'new' });
  await vi.advanceTimersByTimeAsync(0);
  expect([...drafts.all.getState()]).toEqual([
    ['', { text: 'new', attached: [] }],
    ['one', { text: 'Half', attached: [file] }],
  ]);
});
