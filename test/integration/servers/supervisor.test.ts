import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { fixedEnvironment } from '../../../src/main/servers/process/serverEnvironment.ts';
import { failureOf, fixture, noSignal, supervise } from '../../servers/supervision.ts';

describe('Supervisor', () => {
  it('offers a server without starting it, and connects it when asked', async () => {
    const { supervisor, state } = supervise([fixture('toolbox')]);
    expect(state('toolbox')).toMatchObject({ kind: 'stopped', by: 'never-started' });
    expect(supervisor.tools()).toEqual([]);

    await supervisor.connect('toolbox', noSignal);

    expect(supervisor.list()).toMatchObject([
      { name: 'toolbox', state: { kind: 'connected' }, protocolVersion: '2025-11-25' },
    ]);
    expect(supervisor.tools()[0]).toEqual({
      server: 'toolbox',
      name: 'echo',
      title: 'echo',
      description: '',
      inputSchema: { type: 'object' },
      annotations: {},
    });
    expect(supervisor.detail('toolbox')).toMatchObject({
      serverInfo: { name: 'fixture', version: '1.2.3' },
      instructions: 'Use echo first.',
      pid: expect.any(Number),
      connectTimeoutMs: 30_000,
    });
    expect(supervisor.instructions()).toEqual([{ server: 'toolbox', text: 'Use echo first.' }]);
  });

  it('starts at launch what starts by itself, and not what is disabled', async () => {
    const { state, untilState } = supervise([
      fixture('toolbox', { name: 'a', autoStart: true }),
      fixture('toolbox', { name: 'b', autoStart: true, set: { disabled: true } }),
    ]);
    await untilState('a', 'connected');
    expect(state('b')?.kind).toBe('disabled');
  });

  it('restarts only what changed, starts what was added and ends what was removed', async () => {
    const kept = fixture('toolbox', { name: 'kept', autoStart: true });
    const changed = fixture('toolbox', { name: 'changed', autoStart: true });
    const removed = fixture('toolbox', { name: 'removed', autoStart: true });
    const { supervisor, state, until, untilState } = supervise([kept, changed, removed]);
    for (const name of ['kept', 'changed', 'removed']) await untilState(name, 'connected');
    const pidOf = (name: string) => supervisor.detail(name).pid;
    const before = { kept: pidOf('kept'), changed: pidOf('changed') };

    supervisor.reconcile([
      kept,
      fixture('toolbox', { name: 'changed', autoStart: true, set: { env: { COLOUR: 'green' } } }),
      fixture('toolbox', { name: 'added', autoStart: true }),
    ]);

    expect(state('removed')).toBeUndefined();
    await untilState('added', 'connected');
    await until(() =>
      pidOf('changed') !== before.changed && state('changed')?.kind === 'connected'
        ? true
        : undefined,
    );
    expect(pidOf('kept')).toBe(before.kept);
    expect(supervisor.list().map(({ name }) => name)).toEqual(['kept', 'changed', 'added']);
  });

  it('stops a server that becomes disabled and starts it when it is enabled again', async () => {
    const definition = fixture('toolbox', { autoStart: true });
    const off = { ...definition, config: { ...definition.config, disabled: true } };
    const { supervisor, untilState } = supervise([definition]);
    await untilState('toolbox', 'connected');
    supervisor.reconcile([off]);
    await untilState('toolbox', 'disabled');
    expect(await failureOf(supervisor.connect('toolbox', noSignal))).toMatchObject({
      code: 'server/disabled',
    });
    supervisor.reconcile([definition]);
    await untilState('toolbox', 'connected');
  });

  it('says that a command does not exist, and does not try again', async () => {
    const missing = fixture('toolbox', { set: { command: 'no-such-command-here' } });
    const { supervisor, state } = supervise([missing]);
    const failure = await failureOf(supervisor.connect('toolbox', noSignal));
    expect(failure).toMatchObject({
      code: 'server/command-not-found',
      params: { command: 'no-such-command-here' },
      action: 'edit-server',
    });
    expect(state('toolbox')).toMatchObject({ kind: 'failed', cause: failure });
  });

  it('says that the working folder does not exist', async () => {
    const { supervisor } = supervise([fixture('toolbox', { set: { cwd: '/no/such/folder' } })]);
    expect(await failureOf(supervisor.connect('toolbox', noSignal))).toMatchObject({
      code: 'server/folder-not-found',
      params: { folder: '/no/such/folder' },
    });
  });

  it('refuses names that it does not know', async () => {
    const { supervisor } = supervise([]);
    expect(await failureOf(supervisor.connect('ghost', noSignal))).toMatchObject({
      code: 'server/unknown',
      params: { server: 'ghost' },
    });
  });

  it('tells of changes at most once a tick', async () => {
    const { supervisor } = supervise([fixture('toolbox', { name: 'a' })]);
    await Promise.resolve();
    const listener = vi.fn();
    const stop = supervisor.onChange(listener);
    supervisor.reconcile([fixture('toolbox', { name: 'a' }), fixture('toolbox', { name: 'b' })]);
    supervisor.start('a', 'you');
    supervisor.start('b', 'you');
    expect(listener).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
  });

  it('stops a server that is still connecting, and says so to who waits for it', async () => {
    const { supervisor, state, untilLine } = supervise([fixture('neverAnswers')]);
    const waiting = failureOf(supervisor.connect('neverAnswers', noSignal));
    await untilLine(/Downloading/);
    await supervisor.stop('neverAnswers');
    expect(await waiting).toMatchObject({ code: 'server/stopped' });
    expect(state('neverAnswers')).toMatchObject({ kind: 'stopped', by: 'you' });
  });

  it('gives up on a server that does not answer in time, and ends it first', async () => {
    const { supervisor, untilState } = supervise([
      fixture('neverAnswers', { set: { connectTimeoutMs: 300 } }),
    ]);
    expect(await failureOf(supervisor.connect('neverAnswers', noSignal))).toMatchObject({
      code: 'server/connect-timeout',
      params: { server: 'neverAnswers', seconds: 0.3 },
    });
    await untilState('neverAnswers', 'backoff');
    expect(supervisor.detail('neverAnswers').lastExit).toBeDefined();
  });

  it('runs an older server that leaves at the probe once more without it', async () => {
    const { supervisor, lines } = supervise([fixture('exitsOnProbe')]);
    await supervisor.connect('exitsOnProbe', noSignal);
    expect(supervisor.tools().map(({ name }) => name)).toEqual(['old']);
    expect(lines().filter(({ text }) => text.endsWith('ended with exit code 2'))).toHaveLength(1);

    await supervisor.stop('exitsOnProbe');
    await supervisor.connect('exitsOnProbe', noSignal);
    expect(lines().filter(({ text }) => text.endsWith('ended with exit code 2'))).toHaveLength(1);
  });

  it('speaks the newer revision with a server that knows no other', async () => {
    const { supervisor } = supervise([fixture('modern')]);
    await supervisor.connect('modern', noSignal);
    expect(supervisor.list()[0]).toMatchObject({ protocolVersion: '2026-07-28', toolCount: 2 });
    expect(supervisor.detail('modern')).toMatchObject({
      serverInfo: { name: 'modern', version: '9.0.0' },
      refused: [{ name: 'bad', reason: { code: 'no-schema' } }],
    });
    const { content } = await supervisor.call('modern', 'new', {}, { signal: noSignal });
    expect(content).toEqual([
      { type: 'text', text: 'from the future' },
      { type: 'unknown', value: { type: 'hologram' } },
    ]);
  });

  it('keeps malformed tools aside with the reason, and the good ones usable', async () => {
    const { supervisor } = supervise([fixture('oddTools')]);
    await supervisor.connect('oddTools', noSignal);
    const { tools, refused } = supervisor.detail('oddTools');
    expect(supervisor.list()[0]?.toolCount).toBe(tools.length + refused.length);
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ['good', 'A good tool'],
      ['also_good', 'also_good'],
    ]);
    expect(refused.map(({ name, reason }) => [name, reason.code])).toEqual([
      ['no_schema', 'no-schema'],
      ['#3', 'wrong-field'],
      ['text_schema', 'schema-not-object'],
      ['#5', 'not-an-object'],
      ['good', 'same-name'],
    ]);
  });

  it('tells the server the workspace as its root', async () => {
    const { supervisor } = supervise([fixture('toolbox')], { workspace: '/tmp' });
    await supervisor.connect('toolbox', noSignal);
    const { content } = await supervisor.call('toolbox', 'roots', {}, { signal: noSignal });
    expect(JSON.parse(content[0]?.type === 'text' ? content[0].text : '')).toEqual({
      roots: [{ uri: pathToFileURL('/tmp').href, name: 'tmp' }],
    });
  });

  it('gives a server its own variables and none of our keys', async () => {
    const { supervisor } = supervise([fixture('toolbox', { set: { env: { FLAVOUR: 'mint' } } })], {
      environment: fixedEnvironment({
        PATH: '/usr/bin:/bin',
        ANTHROPIC_API_KEY: 'sk-ant-of-ours',
        HOME: '/root',
      }),
    });
    await supervisor.connect('toolbox', noSignal);
    const { content } = await supervisor.call('toolbox', 'environment', {}, { signal: noSignal });
    const seen = JSON.parse(content[0]?.type === 'text' ? content[0].text : '') as object;
    expect(seen).toMatchObject({ FLAVOUR: 'mint', HOME: '/root' });
    expect(JSON.stringify(seen)).not.toContain('ANTHROPIC');
    expect(supervisor.detail('toolbox').environmentNames).toEqual(['FLAVOUR', 'HOME', 'PATH']);
  });

  it('starts nothing when it was stopped while the environment was still being read', async () => {
    let tell: (environment: Record<string, string>) => void = () => undefined;
    const reading = new Promise<Record<string, string>>((resolve) => (tell = resolve));
    const from = () => ({ source: 'own' }) as const;
    const environment = { known: () => ({}), read: () => reading, from };
    const { supervisor, state, lines } = supervise([fixture('toolbox')], { environment });
    const failure = failureOf(supervisor.connect('toolbox', noSignal));
    await supervisor.stop('toolbox');
    tell({});
    expect(await failure).toMatchObject({ code: 'server/stopped' });
    expect(state('toolbox')?.kind).toBe('stopped');
    expect(supervisor.detail('toolbox').pid).toBeUndefined();
    expect(lines({ kinds: ['stderr'] })).toEqual([]);
  });

  it('can start nothing after all were stopped', async () => {
    const { supervisor, state } = supervise([fixture('toolbox')]);
    await supervisor.stopAll();
    supervisor.start('toolbox', 'you');
    expect(state('toolbox')?.kind).toBe('stopped');
    expect(await failureOf(supervisor.connect('toolbox', noSignal))).toMatchObject({
      code: 'server/stopped',
    });
  });
});
