import { SSEClientTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { connectionLost, remoteFailure } from '../connection/remoteFailure.ts';
import { cappedFetch } from './cappedFetch.ts';
import { defaultMessageBytes, messageTooBig } from './remoteOptions.ts';
import type { RemoteOptions } from './remoteOptions.ts';

/**
 * MCP's older HTTP+SSE (2024-11-05) over the SDK's. Its stream is its session: when that ends, the
 * connection has ended, although the SDK would open another stream that the server does not know.
 */
export class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;

  readonly #inner: SSEClientTransport;
  #failure: AppError | undefined;
  /** What the SDK's event source tells only in words. */
  #fetchFault: unknown;
  #isOpen = false;
  #isClosed = false;

  constructor(private readonly options: RemoteOptions) {
    const { url, headers } = options;
    const limit = options.maxMessageBytes ?? defaultMessageBytes;
    const fetch = cappedFetch(options.fetch, limit, () => {
      const failure = messageTooBig(limit);
      this.#lose(failure);
      return new AppFailure(failure);
    });
    const inner = new SSEClientTransport(new URL(url), {
      fetch: async (input, init) => {
        try {
          return await fetch(input, init);
        } catch (thrown) {
          this.#fetchFault = thrown;
          throw thrown;
        }
      },
      requestInit: { headers: { ...headers } },
      redirectPolicy: 'same-origin',
    });
    this.#inner = inner;
    inner.onmessage = (message) => this.onmessage?.(message);
    inner.onerror = (error) => {
      this.onerror?.(error);
      // The only faults with an event are those of the stream.
      if (this.#isOpen && 'event' in error) this.#lose(connectionLost(this.options.url));
    };
  }

  /** Why it ended by itself. */
  get failure(): AppError | undefined {
    return this.#failure;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  /** Resolves when the server has said where to send messages; rejects with an AppFailure. */
  async start(): Promise<void> {
    try {
      await this.#inner.start();
      this.#isOpen = true;
    } catch (thrown) {
      await this.#inner.close().catch(() => undefined);
      const { server, url } = this.options;
      const known =
        remoteFailure(server, url, this.#fetchFault) ?? remoteFailure(server, url, thrown);
      if (known === undefined) throw thrown;
      const failure = new AppFailure(known);
      // Its status says whether this is a server of HTTP+SSE at all.
      failure.cause = thrown;
      throw failure;
    }
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#inner.send(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#inner.close().catch(() => undefined);
    this.onclose?.();
  }

  #lose(failure: AppError): void {
    if (this.#isClosed) return;
    this.#failure = failure;
    void this.close();
  }
}
