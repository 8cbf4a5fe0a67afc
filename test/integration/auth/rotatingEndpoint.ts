import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * A token endpoint that gives each refresh token once: one that is shown again ends the whole
 * sign-in, as a stolen one would (RFC 9700 section 4.14.2). Close it on the next line.
 */
export async function rotatingEndpoint(answerAfterMs: () => number) {
  const state = { number: 1, refreshes: 0, reuses: 0, lifeSeconds: 3_600 };
  let hold: ((answer: () => void) => void) | undefined;
  const server = createServer((request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const answer = (): void => {
      const isGood = form.get('refresh_token') === `refresh-${state.number}` && state.reuses === 0;
      if (isGood) {
        state.number += 1;
        state.refreshes += 1;
      } else state.reuses += 1;
      const body = isGood
        ? {
            access_token: `access-${state.number}`,
            token_type: 'Bearer',
            refresh_token: `refresh-${state.number}`,
            expires_in: state.lifeSeconds,
          }
        : { error: 'invalid_grant' };
      response.writeHead(isGood ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (hold !== undefined) hold(answer);
    else setTimeout(answer, answerAfterMs());
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    url: `http://127.0.0.1:${port}`,
    /** The next request, which waits until it is answered or its asker is gone. */
    nextRequest: () =>
      new Promise<{ readonly answer: () => void }>((resolve) => {
        hold = (answer) => {
          hold = undefined;
          resolve({ answer });
        };
      }),
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((closed) => void server.close(() => closed()));
    },
  };
}
