import { describe, expect, it } from 'vitest';
import type { SignInView } from '../../src/shared/auth.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import { Push } from '../../src/main/ipc/push.ts';

function pushed() {
  const sent: { name: string; payload: unknown }[] = [];
  const frames: (() => void)[] = [];
  const push = new Push(
    (name, payload) => sent.push({ name, payload }),
    (flush) => frames.push(flush),
  );
  return { push, sent, frames, frame: () => frames.shift()?.() };
}

describe('Push', () => {
  it('sends nothing before the frame, and one batch in it', () => {
    const { push, sent, frames, frame } = pushed();
    push.chat('c', { kind: 'delta', id: 'a', text: 'Hel' });
    push.chat('c', { kind: 'delta', id: 'a', text: 'lo' });
    push.chat('c', { kind: 'delta', id: 'b', text: '!' });
    expect(sent).toEqual([]);
    expect(frames).toHaveLength(1);
    frame();
    expect(sent).toEqual([
      {
        name: 'chat.changed',
        payload: {
          conversationId: 'c',
          changes: [
            { kind: 'delta', id: 'a', text: 'Hello' },
            { kind: 'delta', id: 'b', text: '!' },
          ],
        },
      },
    ]);
  });

  it('sends nothing any more once it is closed, and reads nothing for it', () => {
    const { push, sent, frame } = pushed();
    const read = () => {
      throw new Error('the database is closed');
    };
    push.snapshot('chat.listed', read);
    push.close();
    frame();
    push.snapshot('chat.listed', read);
    push.flush();
    expect(sent).toEqual([]);
  });

  it('leaves out what is gone by the time of the frame, and sends all else', async () => {
    const { push, sent, frame } = pushed();
    const gone = new AppFailure({ code: 'server/unknown', message: 'There is no such server.' });
    push.snapshot(
      'servers.changed',
      () => {
        throw gone;
      },
      'a',
    );
    push.snapshot('auth.changed', async () => Promise.reject(gone), 'b');
    push.snapshot('servers.changed', () => []);
    frame();
    await Promise.resolve();
    expect(sent).toEqual([{ name: 'servers.changed', payload: [] }]);
  });

  it('sends no snapshot after one that was read later', async () => {
    const { push, sent, frame } = pushed();
    const view = (server: string): SignInView => ({
      server,
      means: 'none',
      flow: { kind: 'idle' },
      steps: [],
    });
    let answerFirst = (_view: SignInView): void => undefined;
    const first = new Promise<SignInView>((resolve) => (answerFirst = resolve));
    push.snapshot('auth.changed', () => first, 'a');
    frame();
    push.snapshot('auth.changed', async () => view('read later'), 'a');
    push.snapshot('auth.changed', async () => view('of another'), 'b');
    frame();
    await Promise.resolve();
    answerFirst(view('read first'));
    await first;
    await Promise.resolve();
    expect(sent.map(({ payload }) => (payload as SignInView).server)).toEqual([
      'read later',
      'of another',
    ]);
  });

  it('sends what is gathered at once when asked to, and nothing twice', () => {
    const { push, sent, frame } = pushed();
    push.chat('c', { kind: 'delta', id: 'a', text: 'early' });
    push.flush();
    expect(sent).toHaveLength(1);
    frame();
    expect(sent).toHaveLength(1);
  });

  it('keeps the order of changes of different kinds', () => {
    const { push, sent, frame } = pushed();
    push.chat('c', { kind: 'delta', id: 'a', text: '1' });
    push.chat('c', { kind: 'activity', activity: 'idle' });
    push.chat('c', { kind: 'delta', id: 'a', text: '2' });
    frame();
    expect(sent[0]?.payload).toMatchObject({
      changes: [{ kind: 'delta' }, { kind: 'activity' }, { kind: 'delta', text: '2' }],
    });
  });

  it('reads a snapshot once a frame, when it is sent', () => {
    const { push, sent, frame } = pushed();
    let reads = 0;
    for (let n = 0; n < 5; n++) push.snapshot('servers.changed', () => (reads++, []));
    frame();
    expect(reads).toBe(1);
    expect(sent).toEqual([{ name: 'servers.changed', payload: [] }]);
  });

  it('sends a line that changed twice in a frame once, as it is now', () => {
    const { push, sent, frame } = pushed();
    const line = { seq: 1, at: 0, server: 's', kind: 'call', level: 'info', text: 't' } as const;
    push.log({ ...line, bytes: 1, hasBody: true });
    push.log({ ...line, bytes: 2, hasBody: true });
    frame();
    const entries = [{ ...line, bytes: 2, hasBody: true }];
    expect(sent[0]?.payload).toEqual({ entries, last: 1, missed: false });
    push.log({ ...line, seq: 2, bytes: 1, hasBody: true });
    frame();
    expect(sent).toHaveLength(2);
  });

  it('tells of a flood of lines only that there is one, and of what comes after as before', () => {
    const { push, sent, frame } = pushed();
    const line = { at: 0, server: 's', kind: 'stderr', level: 'info', text: 't' } as const;
    const rest = { bytes: 1, hasBody: false };
    for (let seq = 1; seq <= 5_000; seq++) push.log({ ...line, ...rest, seq });
    push.log({ ...line, ...rest, seq: 7 });
    frame();
    expect(sent.splice(0)).toEqual([
      { name: 'log.changed', payload: { entries: [], last: 5_000, missed: true } },
    ]);
    const next = { ...line, ...rest, seq: 5_001 };
    push.log(next);
    frame();
    expect(sent).toEqual([
      { name: 'log.changed', payload: { entries: [next], last: 5_001, missed: false } },
    ]);
  });

  it('tells the same news once a frame, however often a server has it', () => {
    const { push, sent, frame } = pushed();
    const [a, b] = [
      { server: 's', uri: 'a' },
      { server: 's', uri: 'b' },
    ];
    for (const news of [a, b, { ...a }, a]) push.news('resource.updated', news);
    push.news('servers.offersChanged', { server: 's', of: 'prompts' });
    frame();
    expect(sent).toEqual([
      { name: 'resource.updated', payload: a },
      { name: 'resource.updated', payload: b },
      { name: 'servers.offersChanged', payload: { server: 's', of: 'prompts' } },
    ]);
    push.news('resource.updated', a);
    frame();
    expect(sent).toHaveLength(4);
  });
});
