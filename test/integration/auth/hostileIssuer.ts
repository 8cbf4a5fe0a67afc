import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Answer = (response: ServerResponse, form: URLSearchParams) => void;

/** An authorization server of no library, whose metadata and token endpoint say what they are told to. */
export async function hostileIssuer() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let count = 0;
  const good: Answer = (response) => {
    count += 1;
    sendJson(response, 200, {
      access_token: `access-${count}-0123456789`,
      refresh_token: `refresh-${count}-0123456789`,
      token_type: 'Bearer',
      expires_in: 3600,
    });
  };
  const says = {
    /** Laid over its metadata. */
    metadata: {} as Readonly<Record<string, unknown>>,
    token: good,
    /** Laid over the parameters of its redirect back. */
    redirect: {} as Readonly<Record<string, string>>,
  };
  const tokenRequests: URLSearchParams[] = [];
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      switch (url.pathname) {
        case '/.well-known/oauth-authorization-server':
          return sendJson(response, 200, {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            registration_endpoint: `${issuer}/register`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
            ...says.metadata,
          });
        case '/register':
          return sendJson(response, 201, { ...(JSON.parse(body) as object), client_id: 'us' });
        case '/authorize': {
          const back = new URL(url.searchParams.get('redirect_uri') ?? issuer);
          const answer = { code: 'code-0123456789', state: url.searchParams.get('state') ?? '' };
          for (const [name, value] of Object.entries({ ...answer, ...says.redirect })) {
            back.searchParams.set(name, value);
          }
          response.writeHead(302, { location: back.href }).end();
          return;
        }
        case '/token': {
          const form = new URLSearchParams(body);
          tokenRequests.push(form);
          return says.token(response, form);
        }
        default:
          response.writeHead(404).end();
      }
    });
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { issuer, says, good, tokenRequests };
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
