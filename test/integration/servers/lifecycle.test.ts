import { describe, expect, it } from 'vitest';
import { failureOf, fixture, isRunning, noSignal, supervise } from '../../servers/supervision.ts';

/** A server that ignores every polite word, and the pid of its grandchild, which does too. */
async function startStubborn(role: string, options: Parameters<typeof supervise>[1] = {}) {
  const supervision = supervise([fixture(`stubborn ${role}`)], options);
  await supervision.supervisor.connect('stubborn', noSignal);
  const line = await supervision.untilLine(/^grandchild \d+$/);
  const child = supervision.supervisor.detail('stubborn').pid ?? 0;
  return { ...supervision, child, grandchild: Number(line.text.split(' ')[1]) };
}

describe('the life of a server', () => {
  it('ends with SIGKILL and with its grandchild when it ignores all else', async () => {
    const { supervisor, child, grandchild, state } = await startStubborn('stay');
    await supervisor.stop('stubborn');
    expect([isRunning(child), isRunning(grandchild)]).toEqual([false, false]);
    expect(supervisor.detail('stubborn').lastExit).toMatchObject({ signal: 'SIGKILL' });
    expect(state('stubborn')).toMatchObject({ kind: 'stopped', by: 'you' });
  });

  it('takes along a grandchild that stays when the server itself leaves politely', async () => {
    const { supervisor, grandchild } = await startStubborn('leave');
    await supervisor.stop('stubborn');
    expect(isRunning(grandchild)).toBe(false);
    expect(supervisor.detail('stubborn').lastExit).toMatchObject({ code: 0 });
  });

  it('ends at once when it is asked to stop twice', async () => {
    const hours = 3_600_000;
    const graces = { inputMs: hours, interruptMs: hours, terminateMs: hours };
    const { supervisor, child, grandchild } = await startStubborn('stay', { graces });
    const stopping = supervisor.stop('stubborn');
    await supervisor.stop('stubborn');
    await stopping;
    expect([isRunning(child), isRunning(grandchild)]).toEqual([false, false]);
  });

  it('can be ended without waiting when the app itself goes', async () => {
    const { supervisor, child, grandchild, untilState } = await startStubborn('stay');
    supervisor.killAllNow();
    await untilState('stubborn', 'backoff');
    await supervisor.stopAll();
    expect([isRunning(child), isRunning(grandchild)]).toEqual([false, false]);
  });

  it('leaves no grandchild behind when the server is killed by another', async () => {
    const { supervisor, child, grandchild, untilState } = await startStubborn('stay');
    process.kill(child, 'SIGKILL');
    const { cause } = await untilState('stubborn', 'backoff');
    expect(cause).toMatchObject({ params: { how: 'signal SIGKILL' } });
    await supervisor.stop('stubborn');
    expect(isRunning(grandchild)).toBe(false);
  });

  it('is told in the log and the history, with who asked and how it ended', async () => {
    const { supervisor, lines } = supervise([fixture('toolbox')]);
    await supervisor.connect('toolbox', noSignal);
    await supervisor.stop('toolbox');
    expect(
      lines({ kinds: ['lifecycle'] }).map(({ text, state }) => [text.replace(/\d+/, 'N'), state]),
    ).toEqual([
      ['stopped → starting, asked by connect_mcp', 'starting'],
      [expect.stringMatching(/^starting → connected in N ms$/), 'connected'],
      ['stopping, asked by you', undefined],
      ['process N ended with exit code 0', undefined],
      ['connected → stopped, asked by you', 'stopped'],
    ]);
    const { history } = supervisor.detail('toolbox');
    expect(history.map(({ state }) => state.kind)).toEqual(['starting', 'connected', 'stopped']);
  });

  it('starts again after an unexpected end, and counts it', async () => {
    const { supervisor, until } = supervise([fixture('toolbox')], { random: () => 0 });
    await supervisor.connect('toolbox', noSignal);
    const options = { signal: noSignal };
    await failureOf(supervisor.call('toolbox', 'kill', {}, options));
    const again = await until(() =>
      supervisor.list().find(({ state, restartCount }) => {
        return state.kind === 'connected' && restartCount === 1;
      }),
    );
    expect(again.toolCount).toBeGreaterThan(0);
    expect(await supervisor.call('toolbox', 'echo', {}, options)).toMatchObject({ isError: false });
  });

  it('says at once why a server can not be connected, while it goes on trying', async () => {
    const { supervisor, state } = supervise([fixture('exitsAtOnce')]);
    expect(await failureOf(supervisor.connect('exitsAtOnce', noSignal))).toMatchObject({
      code: 'server/gone-saying',
      params: { how: 'exit code 1', said: 'Error: INDEX_TOKEN is not set' },
    });
    expect(state('exitsAtOnce')).toMatchObject({ kind: 'backoff', attempt: 1 });
  });

  it('starts from a back-off at once when a person asks', async () => {
    const { supervisor, untilState } = supervise([fixture('exitsAtOnce')]);
    await failureOf(supervisor.connect('exitsAtOnce', noSignal));
    supervisor.start('exitsAtOnce', 'you');
    const { by } = await untilState('exitsAtOnce', 'starting');
    expect(by).toBe('you');
    expect(await untilState('exitsAtOnce', 'backoff')).toMatchObject({ attempt: 1 });
  });

  it('starts from a back-off at once, and counts anew, when the machine wakes', async () => {
    const { supervisor, until, untilState } = supervise([fixture('exitsAtOnce')], {
      random: () => 1,
    });
    await failureOf(supervisor.connect('exitsAtOnce', noSignal));
    expect(supervisor.isWaiting()).toBe(true);
    supervisor.retryWaiting();
    const { by } = await untilState('exitsAtOnce', 'starting');
    expect(by).toBe('retry');
    expect(await untilState('exitsAtOnce', 'backoff')).toMatchObject({ attempt: 1 });
    await supervisor.stop('exitsAtOnce');
    supervisor.retryWaiting();
    await until(() => (supervisor.list()[0]?.state.kind === 'stopped' ? true : undefined));
    expect(supervisor.isWaiting()).toBe(false);
  });

  it('restarts as a whole when asked', async () => {
    const { supervisor, until } = supervise([fixture('toolbox')]);
    await supervisor.connect('toolbox', noSignal);
    const before = supervisor.detail('toolbox').pid;
    supervisor.restart('toolbox');
    await until(() => {
      const { pid } = supervisor.detail('toolbox');
      const isBack = supervisor.list()[0]?.state.kind === 'connected';
      return isBack && pid !== before ? pid : undefined;
    });
    expect(supervisor.list()[0]?.restartCount).toBe(1);
  });

  it('lets a removed server go before one of the same name starts', async () => {
    const definition = fixture('stubborn stay', { autoStart: true });
    const { supervisor, untilState, lines } = supervise([definition]);
    await untilState('stubborn', 'connected');
    const before = supervisor.detail('stubborn').pid;
    supervisor.reconcile([]);
    supervisor.reconcile([definition]);
    await untilState('stubborn', 'starting');
    expect(isRunning(before ?? 0)).toBe(false);
    const { pid } = await untilState('stubborn', 'connected').then(() =>
      supervisor.detail('stubborn'),
    );
    expect(pid).not.toBe(before);
    expect(lines({ kinds: ['lifecycle'], text: 'connected → stopped' })).toHaveLength(1);
  });

  it('connects three at a time of those that start by themselves', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const { supervisor, until, lines } = supervise(
      names.map((name) => fixture('neverAnswers', { name, autoStart: true })),
    );
    const running = () => [...new Set(lines({ kinds: ['stderr'] }).map(({ server }) => server))];
    await until(() => (running().length === 3 ? true : undefined));
    expect(supervisor.detail('d').pid).toBeUndefined();
    await supervisor.stop('a');
    await until(() => (running().includes('d') ? true : undefined));
  });

  it('does not let a person wait behind those that start by themselves', async () => {
    const slow = ['a', 'b', 'c'].map((name) => fixture('neverAnswers', { name, autoStart: true }));
    const { supervisor, state } = supervise([...slow, fixture('toolbox', { autoStart: true })]);
    expect(state('toolbox')?.kind).toBe('starting');
    await supervisor.connect('toolbox', noSignal);
  });
});
