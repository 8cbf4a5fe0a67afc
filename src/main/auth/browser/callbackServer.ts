import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { AppFailure } from '../../../shared/errors.ts';
import { callbackPage } from './callbackPage.ts';
import type { CallbackOutcome } from './callbackPage.ts';

export const callbackPath = '/callback';

export type CallbackOptions = {
  /** Of the redirect URI; the server listens at 127.0.0.1 in both cases. */
  readonly host: '127.0.0.1' | 'localhost';
  /** Any free one where it is absent. */
  readonly port?: number | undefined;
  /** Whether no other port will do. */
  readonly isFixed: boolean;
  /** Of its page. */
  readonly language: string;
};

export type CallbackServer = {
  readonly redirectUri: string;
  /** Who judges what arrives; until then everything is foreign. Anything but that closes it. */
  readonly onAnswer: (judge: (query: URLSearchParams) => CallbackOutcome) => void;
  readonly close: () => Promise<void>;
};

/**
 * The loopback redirect (RFC 8252 section 7.3): answers GET of its one path under its own name only.
 * The caller closes it. Rejects with `auth/port-in-use` {port}.
 */
export async function openCallbackServer(options: CallbackOptions): Promise<CallbackServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 });
  const port = await listen(server, options);
  const redirectUri = `http://${options.host}:${port}${callbackPath}`;
  let judge = (_query: URLSearchParams): CallbackOutcome => 'foreign';
  let answered: Promise<unknown> = Promise.resolve();
  const close = async (): Promise<void> => {
    await answered;
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };

  server.on('request', (request, response) => {
    const query = queryOf(request, redirectUri);
    if (typeof query === 'number') {
      refuse(response, query);
      return;
    }
    const outcome = judge(query);
    const page = callbackPage(outcome, options.language);
    const status = outcome === 'foreign' ? 400 : 200;
    response.writeHead(status, { ...page.headers, connection: 'close' }).end(page.html);
    if (outcome === 'foreign') return;
    // The page is let out before its connection goes.
    answered = new Promise((resolve) => response.once('close', resolve));
    server.close();
  });

  return { redirectUri, close, onAnswer: (next) => (judge = next) };
}

/** The query of a request that is for us; else the status that it is refused with. */
function queryOf(request: IncomingMessage, redirectUri: string): URLSearchParams | number {
  const own = new URL(redirectUri);
  // Another name for this machine is a page elsewhere that was rebound to it.
  if (request.headers.host?.toLowerCase() !== own.host) return 421;
  const target = request.url ?? '';
  if (!target.startsWith('/') || target.startsWith('//')) return 404;
  const url = new URL(target, own);
  if (url.pathname !== own.pathname) return 404;
  return request.method === 'GET' ? url.searchParams : 405;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    connection: 'close',
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'GET' }),
  });
  response.end();
}

async function listen(server: Server, { port, isFixed }: CallbackOptions): Promise<number> {
  try {
    return await listenAt(server, port ?? 0);
  } catch (error) {
    if (port === undefined) throw error;
    if (isFixed) throw portInUse(port);
    return listenAt(server, 0);
  }
}

function listenAt(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function portInUse(port: number): AppFailure {
  return new AppFailure({
    code: 'auth/port-in-use',
    message: `The sign-in has to come back to port ${port}, which another program uses. End that one, or set another callbackPort.`,
    params: { port },
    action: 'retry',
  });
}
