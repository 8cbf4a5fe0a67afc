import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that came, with its form. */
export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly form: Readonly<Record<string, string>>;
};

export type Loopback = {
  readonly url: string;
  readonly received: readonly Received[];
  readonly close: () => Promise<void>;
};

export type Answerer = (response: ServerResponse, request: Received) => void;

/** A real server on 127.0.0.1 that answers forms. */
export async function serve(answer: Answerer): Promise<Loopback> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, form };
      received.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, received, close };
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
