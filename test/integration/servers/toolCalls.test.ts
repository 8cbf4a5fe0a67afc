import { describe, expect, it } from 'vitest';
import { failureOf, fixture, noSignal, supervise } from '../../servers/supervision.ts';

async function connected(definition = fixture('toolbox')) {
  const supervision = supervise([definition]);
  await supervision.supervisor.connect(definition.name, noSignal);
  const call = (
    tool: string,
    input: Readonly<Record<string, unknown>> = {},
    options: Partial<Parameters<typeof supervision.supervisor.call>[3]> = {},
  ) => supervision.supervisor.call(definition.name, tool, input, { signal: noSignal, ...options });
  return { ...supervision, call };
}

describe('a tool call', () => {
  it('gives the arguments to the server and its result back, and is counted', async () => {
    const { call, supervisor } = await connected();
    expect(await call('echo', { city: 'Bern' })).toEqual({
      content: [{ type: 'text', text: '{"city":"Bern"}' }],
      isError: false,
    });
    expect(supervisor.list()[0]).toMatchObject({
      callCount: 1,
      lastCall: { at: expect.any(Number), tookMs: expect.any(Number) },
    });
  });

  it('passes on what the tool calls its own error', async () => {
    const { call } = await connected();
    expect(await call('tool_error')).toEqual({
      content: [{ type: 'text', text: 'no such city' }],
      isError: true,
    });
  });

  it('keeps the good parts of an odd result and the odd ones as they were sent', async () => {
    const { call } = await connected();
    expect(await call('odd_result')).toEqual({
      content: [
        { type: 'text', text: 'fine' },
        { type: 'unknown', value: { type: 'hologram', depth: 3 } },
        { type: 'unknown', value: { type: 'image' } },
      ],
      structuredContent: { unexpected: true },
      isError: false,
    });
  });

  it('fails with the reason when the server refuses it', async () => {
    const { call } = await connected();
    expect(await failureOf(call('nonesuch'))).toMatchObject({
      code: 'server/call-refused',
      params: { server: 'toolbox', tool: 'nonesuch' },
    });
  });

  it('fails at once, saying how the server ended, when it is killed in the middle', async () => {
    const { call, state, lines } = await connected();
    const others = [failureOf(call('hang')), failureOf(call('hang'))];
    const failure = await failureOf(call('kill'));
    expect(failure).toMatchObject({
      code: expect.stringMatching(/^server\/gone/),
      params: { server: 'toolbox', how: 'signal SIGKILL' },
      action: 'restart-server',
    });
    expect(await Promise.all(others)).toEqual([failure, failure]);
    expect(state('toolbox')).toMatchObject({ kind: 'backoff', attempt: 1, cause: failure });
    expect(lines({ kinds: ['lifecycle'] }).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^process \d+ ended with signal SIGKILL$/),
    );
  });

  it('quotes the line of stderr that says why the server ended', async () => {
    const { call, supervisor } = await connected();
    expect(await failureOf(call('crash'))).toEqual({
      code: 'server/gone-saying',
      message: 'toolbox ended with exit code 7: Error: the index is broken',
      params: { server: 'toolbox', how: 'exit code 7', said: 'Error: the index is broken' },
      action: 'restart-server',
    });
    expect(supervisor.detail('toolbox').lastExit).toMatchObject({ code: 7, signal: null });
  });

  it('is cancelled alone, and the server is told', async () => {
    const { call, state, untilLine } = await connected();
    const cancel = new AbortController();
    const hanging = failureOf(call('hang', {}, { signal: cancel.signal }));
    await untilLine(/^hanging$/);
    cancel.abort();
    expect(await hanging).toMatchObject({ code: 'server/call-cancelled' });
    await untilLine(/^hang was cancelled$/);
    expect(await call('echo')).toMatchObject({ isError: false });
    expect(state('toolbox')?.kind).toBe('connected');
  });

  it('ends when its own time limit passes', async () => {
    const { call } = await connected(fixture('toolbox', { set: { toolTimeoutMs: 100 } }));
    expect(await failureOf(call('hang'))).toMatchObject({ code: 'server/call-timeout' });
    expect(await call('echo')).toMatchObject({ isError: false });
  });

  it('may be allowed more time than a timer can hold', async () => {
    const { call } = await connected(fixture('toolbox', { set: { toolTimeoutMs: 2 ** 40 } }));
    expect(await call('echo')).toMatchObject({ isError: false });
  });

  it('fails at once when the server is stopped', async () => {
    const { call, supervisor, untilLine } = await connected();
    const hanging = failureOf(call('hang'));
    await untilLine(/^hanging$/);
    const stopping = supervisor.stop('toolbox');
    expect(await hanging).toMatchObject({ code: 'server/stopped' });
    expect(supervisor.tools()).toEqual([]);
    await stopping;
    expect(await failureOf(call('echo'))).toMatchObject({
      code: 'server/not-connected',
      action: 'start-server',
    });
  });

  it('tells of progress and of its line in the log', async () => {
    const { call, log, lines } = await connected();
    const told: unknown[] = [];
    const seqs: number[] = [];
    await call('progress', {}, { onProgress: (p) => told.push(p), onLogged: (s) => seqs.push(s) });
    expect(told).toMatchObject([{ progress: 3, total: 5, message: 'upload' }]);
    const line = lines().find(({ method }) => method === 'tools/call');
    expect(line).toMatchObject({
      kind: 'call',
      direction: 'out',
      level: 'info',
      text: 'tools/call progress',
      durationMs: expect.any(Number),
      hasBody: true,
    });
    expect(seqs).toEqual([line?.seq]);
    const { request, response } = log.body(line?.seq ?? 0);
    expect(JSON.parse(request ?? '')).toMatchObject({ params: { name: 'progress' } });
    expect(JSON.parse(response ?? '')).toMatchObject({ result: { content: [{ text: 'done' }] } });
    expect(lines().map(({ text }) => text)).toContain('notifications/progress 3 of 5, upload');
  });

  it('can bring a result of several megabytes', async () => {
    const { call, log, lines } = await connected();
    const bytes = 8 * 1024 * 1024;
    const { content } = await call('huge', { bytes });
    expect(content[0]?.type === 'text' && content[0].text.length).toBe(bytes);
    const line = lines().find(({ text }) => text === 'tools/call huge');
    expect(line?.bytes).toBeGreaterThan(bytes);
    const kept = log.body(line?.seq ?? 0).response ?? '';
    expect(kept.length).toBeLessThan(300 * 1024);
    expect(JSON.parse(kept)).toMatchObject({
      result: { content: [{ text: expect.stringContaining(`${bytes} characters in all`) }] },
    });
  });

  it('finds tools that were added after connecting', async () => {
    const { call, supervisor, until, lines } = await connected();
    await call('grow');
    await until(() => supervisor.tools().find(({ name }) => name === 'grown'));
    expect(lines().filter(({ method }) => method === 'tools/list')).toHaveLength(2);
  });

  it('keeps secrets off the log', async () => {
    const token = 'correct horse battery';
    const { call, log, lines } = await connected(
      fixture('toolbox', { set: { env: { INDEX: token } } }),
    );
    await call('echo', { api_key: 'k-123', note: `it is ${token}`, progressToken: 7 });
    await call('environment');
    const everything = lines()
      .map(({ seq, text }) => `${text} ${JSON.stringify(log.body(seq))}`)
      .join('\n');
    expect(everything).not.toContain(token);
    expect(everything).not.toContain('k-123');
    expect(everything).toContain(`hidden, ${token.length} characters`);
  });
});

describe('what a server prints on stdout beside its messages', () => {
  it('is logged as noise and disturbs nothing', async () => {
    const { lines, supervisor } = await connected(fixture('noisy'));
    expect(supervisor.tools()).toHaveLength(1);
    expect(lines({ kinds: ['noise'] }).map(({ text, bytes }) => [text, bytes])).toEqual([
      ['Listening on stdio', 18],
      ['{"level":"info","message":"JSON, but not JSON-RPC"}', 51],
      ['{"broken": ', 11],
    ]);
  });
});
