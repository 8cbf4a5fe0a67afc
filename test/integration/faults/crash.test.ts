import { describe, expect, it } from 'vitest';
import { failureOf, fixture, noSignal, supervise } from '../../servers/supervision.ts';

const options = { signal: noSignal };

describe('a server that ends in the middle of a message', () => {
  it('while it shakes hands is explained, and tried again', async () => {
    const { supervisor, state, lines } = supervise([fixture('mangled initialize')]);
    expect(await failureOf(supervisor.connect('mangled', noSignal))).toMatchObject({
      code: 'server/gone-saying',
      params: { how: 'exit code 9', said: 'Error: out of ink' },
    });
    expect(state('mangled')).toMatchObject({ kind: 'backoff', attempt: 1 });
    expect(supervisor.detail('mangled').lastExit).toMatchObject({ code: 9 });
    expect(lines({ kinds: ['noise'] })[0]?.text).toMatch(/^\{"jsonrpc":"2\.0","/);
  });

  it('while it answers a call fails all calls at once, and comes back', async () => {
    const { supervisor, untilState, lines } = supervise([fixture('mangled')]);
    await supervisor.connect('mangled', noSignal);
    const failure = await failureOf(supervisor.call('mangled', 'half', {}, options));
    expect(failure).toMatchObject({
      code: 'server/gone-saying',
      params: { how: 'exit code 9', said: 'Error: out of ink' },
      action: 'restart-server',
    });
    expect(lines({ kinds: ['noise'] })).toHaveLength(1);
    await untilState('mangled', 'backoff');
    await untilState('mangled', 'connected');
    expect(await supervisor.call('mangled', 'garbage', {}, options)).toMatchObject({
      content: [{ text: 'clean' }],
    });
  });
});

describe('an answer after the time limit of its call', () => {
  it('is ignored, and the log says that it came', async () => {
    const { supervisor, untilLine, lines, log, state } = supervise([
      fixture('late', { set: { toolTimeoutMs: 100 } }),
    ]);
    await supervisor.connect('late', noSignal);
    expect(await failureOf(supervisor.call('late', 'late', {}, options))).toMatchObject({
      code: 'server/call-timeout',
      params: { server: 'late', tool: 'late' },
    });
    await untilLine(/^answered late$/);
    expect(await supervisor.call('late', 'prompt', {}, options)).toMatchObject({
      content: [{ text: 'in time' }],
    });
    const [line] = lines({ text: 'tools/call late' });
    expect(line).toMatchObject({
      text: 'tools/call late, cancelled before its answer',
      level: 'warn',
    });
    expect(log.body(line?.seq ?? 0).response).toContain('too late');
    expect(state('late')?.kind).toBe('connected');
  });
});
