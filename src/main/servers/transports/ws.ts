import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { WebSocket } from 'ws';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Handshake } from '../../auth/authorizedFetch.ts';
import { connectionLost, remoteFailure, statusFailure } from '../connection/remoteFailure.ts';
import { defaultMessageBytes, messageTooBig } from './remoteOptions.ts';
import { closedSocket } from './socketClose.ts';

const connectMs = 30_000;
const pingMs = 30_000;
/** A peer that leaves a ping unanswered for so long is gone. */
const pongMs = 20_000;
const closeMs = 1_000;

/** Opens the connection below a ws or wss address; given up when the signal is aborted. */
export type OpenStream = (url: URL, signal: AbortSignal) => Promise<Duplex>;

export type WsOptions = {
  readonly server: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** By default straight to the address, trusting whom Node trusts. */
  readonly openStream?: OpenStream | undefined;
  /** Our credentials, where it wants to know who we are. */
  readonly handshake?: Handshake | undefined;
  readonly pingMs?: number | undefined;
  readonly pongMs?: number | undefined;
  readonly maxMessageBytes?: number | undefined;
};

/** MCP over a WebSocket (RFC 6455): one message in a text frame, subprotocol `mcp`. */
export class WsTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;

  readonly #opening = new AbortController();
  #socket: WebSocket | undefined;
  #failure: AppError | undefined;
  #pings: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly options: WsOptions) {}

  /** Why it could not be opened, or ended by itself. */
  get failure(): AppError | undefined {
    return this.#failure;
  }

  /** Rejects with an AppFailure. */
  async start(): Promise<void> {
    const { handshake } = this.options;
    const refusal = await this.#open((await handshake?.headers()) ?? {}, handshake !== undefined);
    if (handshake !== undefined && refusal !== undefined) {
      await this.#open(await handshake.again(refusal), false);
    }
    this.#pings = setInterval(() => this.#ping(), this.options.pingMs ?? pingMs);
  }

  /** Answers the headers of a 401 where that is to be tried in another way; undefined when open. */
  async #open(
    own: Readonly<Record<string, string>>,
    mayTryAgain: boolean,
  ): Promise<Headers | undefined> {
    const { server, url, headers } = this.options;
    const stream = await this.#stream();
    const socket = new WebSocket(url, ['mcp'], {
      ...(stream && { createConnection: () => stream }),
      headers: { ...headers, ...own },
      handshakeTimeout: connectMs,
      maxPayload: this.options.maxMessageBytes ?? defaultMessageBytes,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('error', (error) => this.#fault(error));
    socket.on('close', (code, reason) => this.#ended(code, reason.toString('utf8')));
    socket.on('pong', () => clearTimeout(this.#silence));
    return new Promise<Headers | undefined>((resolve, reject) => {
      socket.once('open', () => resolve(undefined));
      socket.once('unexpected-response', (request, response) => {
        if (mayTryAgain && response.statusCode === 401) {
          socket.removeAllListeners();
          socket.on('error', () => undefined);
          request.destroy();
          resolve(answerHeaders(response));
          return;
        }
        const { handshake } = this.options;
        const refusal =
          response.statusCode === 401 ? handshake?.refusal(answerHeaders(response)) : undefined;
        this.#failure = refusal?.error ?? statusFailure(server, url, response.statusCode ?? 0);
        request.destroy();
        reject(refusal ?? new AppFailure(this.#failure));
      });
      socket.once('error', (error) => {
        this.#failure ??= remoteFailure(server, url, error);
        reject(this.#failure === undefined ? error : new AppFailure(this.#failure));
      });
      socket.once('close', () => reject(new AppFailure(this.#failure ?? connectionLost(url))));
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = this.#socket;
      if (socket?.readyState !== WebSocket.OPEN) {
        reject(new AppFailure(this.#failure ?? connectionLost(this.options.url)));
        return;
      }
      socket.send(JSON.stringify(message), (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** Says goodbye, and does not wait long for the answer. Never rejects. */
  async close(): Promise<void> {
    this.#opening.abort();
    const socket = this.#socket;
    if (socket !== undefined && socket.readyState !== WebSocket.CLOSED) {
      await new Promise<void>((resolve) => {
        const limit = setTimeout(() => socket.terminate(), closeMs);
        socket.once('close', () => {
          clearTimeout(limit);
          resolve();
        });
        socket.close(1000);
      });
    }
    this.#over();
  }

  async #stream(): Promise<Duplex | undefined> {
    const { server, url, openStream } = this.options;
    const { signal } = this.#opening;
    let stream: Duplex | undefined;
    try {
      stream = await openStream?.(new URL(url), signal);
    } catch (thrown) {
      this.#failure = signal.aborted ? connectionLost(url) : remoteFailure(server, url, thrown);
      throw this.#failure === undefined ? thrown : new AppFailure(this.#failure);
    }
    if (!signal.aborted) return stream;
    stream?.destroy();
    throw new AppFailure(connectionLost(url));
  }

  #receive(data: WebSocket.RawData, isBinary: boolean): void {
    try {
      if (isBinary) throw new Error('a binary message, where MCP has only text');
      // Text of one frame or several; `ws` has checked that it is UTF-8.
      const text = (data as Buffer).toString('utf8');
      this.onmessage?.(JSON.parse(text) as JSONRPCMessage);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #ping(): void {
    this.#socket?.ping();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#failure ??= connectionLost(this.options.url);
      this.#socket?.terminate();
    }, this.options.pongMs ?? pongMs);
  }

  #fault(error: Error): void {
    if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
      this.#failure = messageTooBig(this.options.maxMessageBytes ?? defaultMessageBytes);
    }
    this.onerror?.(error);
  }

  #ended(code: number, reason: string): void {
    this.#failure ??= closedSocket(this.options.url, code, reason);
    this.#over();
  }

  #over(): void {
    clearInterval(this.#pings);
    clearTimeout(this.#silence);
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}

function answerHeaders({ headers }: IncomingMessage): Headers {
  const challenge = headers['www-authenticate'];
  return new Headers(challenge === undefined ? {} : { 'www-authenticate': challenge });
}
