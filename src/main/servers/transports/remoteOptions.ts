import type { Transport } from '@modelcontextprotocol/client';
import type { AppError } from '../../../shared/errors.ts';

/** A transport that can say why it ended by itself. */
export type ServerTransport = Transport & { readonly failure?: AppError | undefined };

/** What the transports to an address have in common. */
export type RemoteOptions = {
  readonly server: string;
  readonly url: string;
  /** Sent with every request; what the protocol itself sets wins. */
  readonly headers: Readonly<Record<string, string>>;
  /** Must set no limits of its own: a call may be silent for hours. */
  readonly fetch: typeof fetch;
  /** Of one message; by default 64 MiB. */
  readonly maxMessageBytes?: number | undefined;
};

export const defaultMessageBytes = 64 * 1024 * 1024;

export function messageTooBig(limitBytes: number): AppError {
  const limit = Math.round(limitBytes / 1024 / 1024);
  return {
    code: 'server/message-too-big',
    message: `It sent a message of more than ${limit} MiB, so the connection was closed.`,
    params: { limit },
    action: 'restart-server',
  };
}

/** The same fetch, which tells of answers that are no success. */
export function notedFetch(
  fetchNow: typeof fetch,
  note: (level: 'info' | 'warn', text: string) => void,
): typeof fetch {
  return async (input, init) => {
    const response = await fetchNow(input, init);
    const { status } = response;
    if (status >= 300) {
      const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
      const location = response.headers.get('location');
      // Without the queries, which may hold a key.
      const to = location === null ? '' : ` to ${location.replace(/[?#].*$/s, '')}`;
      const text = `${init?.method ?? 'GET'} ${origin}${pathname}: HTTP ${status}${to}`;
      note(status < 400 || status === 405 ? 'info' : 'warn', text);
    }
    return response;
  };
}
