import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpTransport } from '../../../src/main/servers/transports/http.ts';
import { SseTransport } from '../../../src/main/servers/transports/sse.ts';
import { listen } from './peers.ts';

const maxMessageBytes = 1_024 * 1_024;
const tooBig = { code: 'server/message-too-big', params: { limit: 1 } };
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;
const eventStream = { 'content-type': 'text/event-stream' };

function answer(bytes: number): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(bytes) } });
}

function open<T extends HttpTransport | SseTransport>(transport: T) {
  onTestFinished(() => transport.close());
  const messages: unknown[] = [];
  transport.onmessage = (message) => messages.push(message);
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  return { transport, messages, closed };
}

function http(origin: string) {
  return open(new HttpTransport({ server: 's', url: origin, headers: {}, fetch, maxMessageBytes }));
}

describe('a message past the limit', () => {
  it('fails its request and ends the connection when it is a JSON body', async () => {
    const { origin } = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer(maxMessageBytes));
    });
    const { transport, closed } = http(origin);
    await transport.start();
    await expect(transport.send(ping)).rejects.toMatchObject({ error: tooBig });
    await closed;
    expect(transport.failure).toMatchObject(tooBig);
  });

  it('ends the connection when it is an event of an answer', async () => {
    const { origin } = await listen((_request, response) => {
      response.writeHead(200, eventStream).end(`data: ${answer(maxMessageBytes)}\n\n`);
    });
    const { transport, messages, closed } = http(origin);
    await transport.start();
    await transport.send(ping);
    await closed;
    expect(transport.failure).toMatchObject(tooBig);
    expect(messages).toEqual([]);
  });

  it.each(['\n', '\r\n'])('is no sum of smaller events, lines ending in %j', async (end) => {
    const progress = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data: 'x'.repeat(maxMessageBytes / 4) },
    });
    const { origin } = await listen((_request, response) => {
      response.writeHead(200, eventStream);
      for (let at = 0; at < 8; at += 1) response.write(`data: ${progress}${end}${end}`);
      response.end(`data: ${answer(1)}${end}${end}`);
    });
    const { transport, messages } = http(origin);
    await transport.start();
    const whole = new Promise<void>((resolve) => {
      transport.onmessage = (message) => {
        messages.push(message);
        if ('id' in message) resolve();
      };
    });
    await transport.send(ping);
    await whole;
    expect(messages).toHaveLength(9);
    expect(transport.failure).toBeUndefined();
  });

  it('ends a connection of HTTP with SSE as well', async () => {
    const { origin } = await listen((request, response) => {
      if (request.method === 'POST') {
        response.writeHead(202).end();
        return;
      }
      response.writeHead(200, eventStream).write('event: endpoint\ndata: /messages\n\n');
      response.write(`data: ${answer(maxMessageBytes)}\n\n`);
    });
    const { transport, closed } = open(
      new SseTransport({ server: 's', url: `${origin}/sse`, headers: {}, fetch, maxMessageBytes }),
    );
    await transport.start();
    await closed;
    expect(transport.failure).toMatchObject(tooBig);
  });
});
