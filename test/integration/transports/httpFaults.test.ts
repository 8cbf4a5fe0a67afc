import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { freePort, listen, olderServer, remote, shut } from './peers.ts';

const failure = (code: string) => ({ error: { code } });
const eventStream = { 'content-type': 'text/event-stream' };

describe('a call', () => {
  it('fails at once when its port is closed, and the server comes back by itself', async () => {
    let hold = true;
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const handler = olderServer((message) => {
      if (!hold || message.method !== 'tools/call') return false;
      arrive();
      return true;
    });
    const { server, port, origin } = await listen(handler);
    const { connect, call, untilState } = remote({ url: `${origin}/mcp` });
    await connect();
    const pending = call('work');
    await arrived;
    await shut(server);
    await expect(pending).rejects.toMatchObject(failure('server/connection-lost'));

    for (let more = 0; more < 2; more += 1) {
      await expect(call('work')).rejects.toMatchObject(failure('server/refused'));
    }
    // Three terminal faults in a row end the connection.
    expect(await untilState('remote', 'backoff')).toMatchObject({
      cause: { code: 'server/refused' },
    });
    hold = false;
    await listen(handler, port);
    await untilState('remote', 'connected');
    expect(await call('work')).toMatchObject({ content: [{ text: 'done' }] });
  });

  it('fails at once when its answer is cut in the middle, and the next one works', async () => {
    let cut = true;
    const { origin } = await listen(
      olderServer((message, response) => {
        if (!cut || message.method !== 'tools/call') return false;
        response.writeHead(200, eventStream);
        response.write('event: message\ndata: {"jsonrpc":"2.0","id":', () => response.destroy());
        return true;
      }),
    );
    const { connect, call, state } = remote({ url: `${origin}/mcp` });
    await connect();
    await expect(call('work')).rejects.toMatchObject(failure('server/connection-lost'));
    cut = false;
    expect(await call('work')).toMatchObject({ content: [{ text: 'done' }] });
    expect(state('remote')?.kind).toBe('connected');
  });

  it('fails at once when its stream ends politely without an answer', async () => {
    const { origin } = await listen(
      olderServer((message, response) => {
        if (message.method !== 'tools/call') return false;
        response.writeHead(200, eventStream).end(': nothing\n\n');
        return true;
      }),
    );
    const { connect, call } = remote({ url: `${origin}/mcp` });
    await connect();
    await expect(call('work')).rejects.toMatchObject(failure('server/connection-lost'));
  });

  it('fails three times with status 500 and then works, over one connection', async () => {
    let failing = 3;
    const { origin } = await listen(
      olderServer((message, response) => {
        if (message.method !== 'tools/call' || failing === 0) return false;
        failing -= 1;
        response.writeHead(500).end('oh');
        return true;
      }),
    );
    const { connect, call, supervisor } = remote({ url: `${origin}/mcp` });
    await connect();
    for (let more = 0; more < 3; more += 1) {
      await expect(call('work')).rejects.toMatchObject(failure('server/http-error'));
    }
    expect(await call('work')).toMatchObject({ content: [{ text: 'done' }] });
    expect(supervisor.list()[0]).toMatchObject({
      state: { kind: 'connected' },
      restartCount: 0,
    });
  });

  it('begins the session anew when the server forgot it, and is made once more', async () => {
    let sessions = 0;
    const called: unknown[] = [];
    const { origin } = await listen(
      olderServer((message, response, request) => {
        if (message.method === 'initialize') {
          sessions += 1;
          response.setHeader('mcp-session-id', `s${sessions}`);
        } else if (request.headers['mcp-session-id'] === 's1' && called.length > 0) {
          response.writeHead(404).end();
          return true;
        }
        if (message.method === 'tools/call') called.push(request.headers['mcp-session-id']);
        return false;
      }),
    );
    const { connect, call, untilLine, supervisor } = remote({ url: `${origin}/mcp` });
    await connect();
    await call('work');
    const both = await Promise.all([call('work'), call('work')]);
    expect(both.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'done' }],
      [{ type: 'text', text: 'done' }],
    ]);
    expect(called).toEqual(['s1', 's2', 's2']);
    await untilLine(/forgotten the session/);
    expect(supervisor.list()[0]?.restartCount).toBe(0);
  });
});

describe('connecting', () => {
  it('leads no header to another origin', async () => {
    const got: IncomingHttpHeaders[] = [];
    const other = await listen((request, response) => {
      got.push(request.headers);
      response.end();
    });
    const { origin } = await listen((_request, response) => {
      response.writeHead(307, { location: `${other.origin}/mcp` }).end();
    });
    const { connect } = remote({ url: `${origin}/mcp`, headers: { 'X-Key': 'very-secret' } });
    await expect(connect()).rejects.toMatchObject(failure('server/redirected'));
    expect(got).toEqual([]);
  });

  it('sends the headers, and keeps their values out of the log and the detail', async () => {
    const keys = new Set<unknown>();
    const { origin } = await listen(
      olderServer((_message, _response, request) => {
        keys.add(request.headers['x-key']);
        return false;
      }),
    );
    const headers = { 'X-Key': 'very-secret-value' };
    const { connect, supervisor, lines, log } = remote({ url: `${origin}/mcp`, headers });
    await connect();
    expect([...keys]).toEqual(['very-secret-value']);
    const detail = supervisor.detail('remote');
    expect(detail).toMatchObject({ url: `${origin}/mcp`, headerNames: ['X-Key'] });
    expect(detail.config).toMatchObject({ headers: { 'X-Key': null } });
    const kept = lines().map(({ seq }) => log.body(seq));
    expect(JSON.stringify([detail, lines(), kept])).not.toContain('very-secret-value');
  });

  it.each([
    [401, 'needs-auth', 'server/needs-auth'],
    [403, 'failed', 'server/forbidden'],
    [404, 'failed', 'server/no-endpoint'],
  ] as const)('to what answers %d ends as %s', async (status, kind, code) => {
    const { origin } = await listen((_request, response) => response.writeHead(status).end());
    const { connect, untilState } = remote({ url: `${origin}/mcp` });
    await expect(connect()).rejects.toMatchObject(failure(code));
    expect(await untilState('remote', kind)).toMatchObject({ cause: { code } });
  });

  it('to a web page says that it is no MCP server', async () => {
    const { origin } = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
    });
    const { connect } = remote({ url: origin });
    await expect(connect()).rejects.toMatchObject(failure('server/not-mcp'));
  });

  it('to nothing says so and tries again', async () => {
    const { connect, state } = remote({ url: `http://127.0.0.1:${await freePort()}/mcp` });
    await expect(connect()).rejects.toMatchObject(failure('server/refused'));
    expect(state('remote')).toMatchObject({ kind: 'backoff' });
  });

  it('to what never answers ends at its limit', async () => {
    const { origin } = await listen(() => undefined);
    const { connect } = remote({ url: `${origin}/mcp`, connectTimeoutMs: 300 });
    await expect(connect()).rejects.toMatchObject(failure('server/connect-timeout'));
  });
});

it('a key that is refused later ends the connection as one that needs it', async () => {
  let isRefused = false;
  const { origin } = await listen(
    olderServer((_message, response) => {
      if (isRefused) response.writeHead(401).end();
      return isRefused;
    }),
  );
  const { connect, call, untilState } = remote({ url: `${origin}/mcp` });
  await connect();
  isRefused = true;
  await expect(call('work')).rejects.toMatchObject(failure('server/needs-auth'));
  await untilState('remote', 'needs-auth');
});
