import { describe, expect, it } from 'vitest';
import { everything, remote } from './peers.ts';

describe.each([
  ['sse', { type: 'sse' }, '/sse'],
  ['streamableHttp', {}, '/mcp'],
] as const)('server-everything over %s', (mode, more, path) => {
  it('lists its tools and calls them, with progress, images and errors', async () => {
    const origin = await everything(mode);
    const { connect, call, names, supervisor, lines } = remote({ ...more, url: origin + path });
    await connect();
    expect(names()).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']));
    expect(await call('echo', { message: 'hello' })).toMatchObject({
      content: [{ type: 'text', text: 'Echo: hello' }],
    });
    expect((await call('get-tiny-image')).content).toContainEqual(
      expect.objectContaining({ type: 'image', mimeType: 'image/png' }),
    );
    const steps: number[] = [];
    await supervisor.call(
      'remote',
      'trigger-long-running-operation',
      { duration: 0.4, steps: 4 },
      {
        signal: new AbortController().signal,
        onProgress: ({ progress }) => steps.push(progress),
      },
    );
    expect(steps).toEqual(expect.arrayContaining([1, 2, 3]));
    expect(supervisor.list()[0]).toMatchObject({
      transport: mode === 'sse' ? 'sse' : 'http',
      protocolVersion: '2025-11-25',
    });
    expect(lines().some(({ method }) => method === 'tools/call')).toBe(true);
  });

  it('stops a call and not the connection', async () => {
    const origin = await everything(mode);
    const { connect, call, supervisor } = remote({ ...more, url: origin + path });
    await connect();
    const stop = new AbortController();
    const long = supervisor.call(
      'remote',
      'trigger-long-running-operation',
      { duration: 60, steps: 60 },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await expect(long).rejects.toMatchObject({ error: { code: 'server/call-cancelled' } });
    expect(await call('echo', { message: 'still there' })).toMatchObject({ isError: false });
  });
});

it('finds an older SSE server behind a plain address, and never where a type is stated', async () => {
  const origin = await everything('sse');
  const plain = remote({ url: `${origin}/sse` });
  await plain.connect();
  expect(plain.names()).toContain('echo');

  const stated = remote({ type: 'http', url: `${origin}/sse` });
  await expect(stated.connect()).rejects.toMatchObject({ error: { code: 'server/no-endpoint' } });
});
