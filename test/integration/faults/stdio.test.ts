import { describe, expect, it } from 'vitest';
import { failureOf, fixture, noSignal, supervise } from '../../servers/supervision.ts';

const words = 'Grüße, 日本語, 👩‍👩‍👧 🎉';

async function connected(...definitions: Parameters<typeof supervise>[0]) {
  const supervision = supervise(definitions);
  for (const { name } of definitions) await supervision.supervisor.connect(name, noSignal);
  const call = (server: string, tool: string, input: Readonly<Record<string, unknown>> = {}) =>
    supervision.supervisor.call(server, tool, input, { signal: noSignal });
  return { ...supervision, call };
}

describe('an answer on stdout', () => {
  it('is whole though each byte of it came alone', async () => {
    const { call, lines } = await connected(fixture('mangled'));
    expect(await call('mangled', 'bytes')).toMatchObject({ content: [{ text: words }] });
    expect(lines({ kinds: ['noise'] })).toEqual([]);
  });

  it('is found behind blank lines, half messages and what is no text', async () => {
    const { call, lines, untilLine, state } = await connected(fixture('mangled'));
    expect(await call('mangled', 'garbage')).toMatchObject({ content: [{ text: 'clean' }] });
    expect(lines({ kinds: ['noise'] }).map(({ text }) => text)).toEqual([
      '{"jsonrpc":"2.0","id":',
      'npm notice New major version',
      '[1, 2]',
      'null',
      '"text"',
      '{"jsonrpc":"1.0","method":"old"}',
      '\u{fffd}\u{fffd}\u{2400}',
    ]);
    // The second copy answers nobody.
    await untilLine(/^response to an unknown request, id nobody$/);
    expect(state('mangled')?.kind).toBe('connected');
  });

  it('is found behind messages of shapes that JSON-RPC does not have', async () => {
    const { call, state } = await connected(fixture('mangled'));
    await call('mangled', 'shapes').catch(() => undefined);
    expect(await call('mangled', 'bytes')).toMatchObject({ content: [{ text: words }] });
    expect(state('mangled')?.kind).toBe('connected');
  });
});

describe('a message past the limit', () => {
  it('ends its own connection with the reason, and no other', async () => {
    const big = fixture('toolbox', { name: 'big' });
    const { call, supervisor, untilLine, untilState } = await connected(big, fixture('toolbox'));
    const { pid } = supervisor.detail('toolbox');
    const cancel = new AbortController();
    const hanging = supervisor.call('toolbox', 'hang', {}, { signal: cancel.signal });
    await untilLine(/^hanging$/);

    const failing = failureOf(call('big', 'huge', { bytes: 65 * 1024 * 1024 }));
    const meanwhile = call('toolbox', 'echo', { n: 1 });
    expect(await failing).toMatchObject({ code: 'server/message-too-big', params: { limit: 64 } });
    await untilState('big', 'backoff');
    expect(await meanwhile).toMatchObject({ content: [{ text: '{"n":1}' }] });
    expect(await call('toolbox', 'echo', { n: 2 })).toMatchObject({ isError: false });
    expect(supervisor.detail('toolbox').pid).toBe(pid);
    cancel.abort();
    expect(await failureOf(hanging)).toMatchObject({ code: 'server/call-cancelled' });

    await untilState('big', 'connected');
    expect(await call('big', 'echo')).toMatchObject({ isError: false });
  });
});
