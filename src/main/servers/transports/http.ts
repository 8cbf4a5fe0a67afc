import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { atMost } from '../../../shared/atMost.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { connectionLost } from '../connection/remoteFailure.ts';
import { causesOf, statusOf, streamLostError } from '../connection/terminalErrors.ts';
import { cappedFetch } from './cappedFetch.ts';
import { HttpSession } from './httpSession.ts';
import { defaultMessageBytes, messageTooBig } from './remoteOptions.ts';
import type { RemoteOptions } from './remoteOptions.ts';

/** How long the end of a session may take when the connection is closed. */
const goodbyeMs = 1_000;
/** A lost listening stream is opened again after these delays, doubled each time. */
const reconnectionOptions = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 5,
};

type InnerOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

/**
 * MCP's Streamable HTTP over the SDK's. Adds what it leaves open: a request whose stream ends
 * without an answer fails at once, and a session that the server forgot (404) is begun anew, once
 * for each request (MCP 2025-11-25, Transports, Session Management).
 */
export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** The SDK cancels a modern request by closing its stream. */
  readonly hasPerRequestStream = true;

  readonly #inner: StreamableHTTPClientTransport;
  readonly #session: HttpSession;
  /** Requests whose answer is still to come. */
  readonly #waiting = new Set<string | number>();
  #failure: AppError | undefined;
  #isClosed = false;

  constructor(
    private readonly options: RemoteOptions,
    /** Told when the server had forgotten the session and there is a new one. */
    onRenewed: () => void = () => undefined,
  ) {
    const inner = new StreamableHTTPClientTransport(new URL(options.url), {
      fetch: cappedFetch(options.fetch, options.maxMessageBytes ?? defaultMessageBytes, () =>
        this.#refuseTooBig(),
      ),
      requestInit: { headers: { ...options.headers } },
      reconnectionOptions,
      // A server that points elsewhere must not lead our headers there.
      redirectPolicy: 'same-origin',
    });
    this.#inner = inner;
    this.#session = new HttpSession(inner, onRenewed);
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message) => {
      if (this.#session.takes(message)) return;
      if ('id' in message && !('method' in message) && message.id !== undefined) {
        this.#waiting.delete(message.id);
      }
      this.onmessage?.(message);
    };
  }

  /** Why it ended by itself. */
  get failure(): AppError | undefined {
    return this.#failure;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const { sessionId } = this;
    this.#session.sees(message);
    try {
      await this.#post(message, options);
    } catch (thrown) {
      const isForgotten = causesOf(thrown).some((link) => statusOf(link) === 404);
      if (!isForgotten || sessionId === undefined || this.#isClosed) throw thrown;
      await this.#session.renew(sessionId);
      await this.#post(message, options);
    }
  }

  /** Ends the session if there is one, then all that is open. Never rejects. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    delete this.#inner.onerror;
    const goodbye = async () => {
      if (this.#failure === undefined) await this.#inner.terminateSession();
    };
    await atMost(
      goodbyeMs,
      goodbye().catch(() => undefined),
    );
    await this.#inner.close().catch(() => undefined);
    this.onclose?.();
  }

  #refuseTooBig(): AppFailure {
    this.#failure = messageTooBig(this.options.maxMessageBytes ?? defaultMessageBytes);
    void this.close();
    return new AppFailure(this.#failure);
  }

  async #post(message: JSONRPCMessage, given: TransportSendOptions = {}): Promise<void> {
    // The same shape, where the SDK has two notions of an absent field.
    const options = given as InnerOptions;
    if (this.#isClosed) throw new AppFailure(connectionLost(this.options.url));
    if ('method' in message && message.method === 'notifications/cancelled') {
      const id: unknown = message.params?.['requestId'];
      if (typeof id === 'string' || typeof id === 'number') this.#waiting.delete(id);
    }
    // Who asks to be told of a stream's end deals with it.
    if (!('method' in message && 'id' in message) || options.onRequestStreamEnd !== undefined) {
      return this.#inner.send(message, options);
    }
    const { id } = message;
    this.#waiting.add(id);
    const onRequestStreamEnd = () => {
      // Where all ends, the end tells why.
      if (!this.#waiting.delete(id) || this.#failure !== undefined) return;
      this.onmessage?.({ jsonrpc: '2.0', id, error: streamLostError() });
    };
    try {
      await this.#inner.send(message, { ...options, onRequestStreamEnd });
    } catch (thrown) {
      this.#waiting.delete(id);
      throw thrown;
    }
  }
}
