import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { LogEntry } from '../../../shared/log.ts';
import { causesOf } from '../connection/terminalErrors.ts';
import type { ConnectionLog } from './connectionLog.ts';
import type { Redactor } from './redact.ts';
import {
  describeError,
  describeNotification,
  describeProgress,
  describeRequest,
  describeResult,
  describeUnsent,
  fieldsOf,
} from './rpcText.ts';

type Direction = 'in' | 'out';
type OpenCall = {
  entry: LogEntry;
  readonly text: string;
  readonly method: string;
  isCancelled: boolean;
};

/**
 * Puts every JSON-RPC message of a transport, both ways, on the log. A request and its response
 * share one line. The two directions number their requests independently.
 */
export class RecordingTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;

  readonly #open = new Map<string, OpenCall>();
  #lastRequest: number | undefined;
  #lastMessageAt: number;

  constructor(
    private readonly inner: Transport,
    private readonly options: {
      readonly server: string;
      readonly log: Pick<ConnectionLog, 'append' | 'update'>;
      readonly redactor: Redactor;
      readonly now: () => number;
      readonly onStarted?: (() => void) | undefined;
    },
  ) {
    this.#lastMessageAt = options.now();
    if (isPipe(inner)) {
      // The SDK knows a pipe by these two names, and probes it as one.
      Object.defineProperties(this, {
        pid: { get: () => inner.pid },
        stderr: { get: () => inner.stderr },
      });
    }
    inner.onclose = () => {
      this.#closeCalls();
      this.onclose?.();
    };
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message, extra) => {
      this.#record(message, 'in');
      this.onmessage?.(message, extra);
    };
  }

  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream === true;
  }

  /** The line of the request that was sent last. */
  get lastRequest(): number | undefined {
    return this.#lastRequest;
  }

  /** When a message last went either way; before the first one, when this was made. */
  get lastMessageAt(): number {
    return this.#lastMessageAt;
  }

  async start(): Promise<void> {
    await this.inner.start();
    this.options.onStarted?.();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    this.#record(message, 'out');
    if ('id' in message && options?.requestSignal) {
      // In the newer era, over HTTP, a cancelled request is one whose stream we close.
      const cancel = () => this.#cancel('out', { requestId: message.id });
      options.requestSignal.addEventListener('abort', cancel, { once: true });
    }
    try {
      await this.inner.send(message, options);
    } catch (error) {
      if ('method' in message && 'id' in message) this.#fail(message.id, error);
      throw error;
    }
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version);
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  #record(message: JSONRPCMessage, direction: Direction): void {
    this.#lastMessageAt = this.options.now();
    const bytes = Buffer.byteLength(JSON.stringify(message)) + 1;
    const body = this.options.redactor.json(message);
    const { method, id, params, result, error } = fieldsOf(message);
    if (typeof method !== 'string') {
      this.#respond(direction === 'in' ? 'out' : 'in', { id, result, error, bytes, body });
    } else if (id === undefined) {
      if (method === 'notifications/progress' && direction === 'in') this.#progress(params);
      if (method === 'notifications/cancelled') this.#cancel(direction, params);
      const { text, level } = describeNotification(method, params);
      this.#append({ kind: 'notification', level, direction, method, text, bytes }, body);
    } else {
      const text = describeRequest(method, params);
      const rpcId = idText(id);
      const line = { kind: 'call', level: 'info', direction, method, rpcId, text, bytes } as const;
      const entry = this.#append(line, body);
      this.#open.set(keyOf(direction, id), { entry, text, method, isCancelled: false });
      if (direction === 'out') this.#lastRequest = entry.seq;
    }
  }

  #append(line: Omit<LogEntry, 'seq' | 'at' | 'server' | 'hasBody'>, request: string): LogEntry {
    const { server, log, redactor, now } = this.options;
    const text = redactor.text(line.text);
    return log.append({ ...line, text, at: now(), server }, { request });
  }

  #respond(
    asked: Direction,
    answer: { id: unknown; result: unknown; error: unknown; bytes: number; body: string },
  ): void {
    const key = keyOf(asked, answer.id);
    const call = this.#open.get(key);
    this.#open.delete(key);
    if (call === undefined) {
      // An answer to nothing: after a cancelled call it would have found its line.
      const direction = asked === 'out' ? 'in' : 'out';
      const text = `response to an unknown request, id ${idText(answer.id)}`;
      const line = { kind: 'call', level: 'warn', direction, text, bytes: answer.bytes } as const;
      this.#append(line, answer.body);
      return;
    }
    // An answer that nobody waited for any more must not look like a success.
    const late = { text: ', cancelled before its answer', level: 'warn' } as const;
    const { text, level } = call.isCancelled
      ? late
      : answer.error === undefined
        ? describeResult(call.method, answer.result)
        : describeError(call.method, answer.error);
    const { log, redactor, now } = this.options;
    const entry = {
      ...call.entry,
      text: redactor.text(call.text + text),
      level,
      durationMs: now() - call.entry.at,
      bytes: call.entry.bytes + answer.bytes,
    };
    log.update(entry, { response: answer.body });
  }

  /** The SDK uses a request's id as its progress token. */
  #progress(params: unknown): void {
    const call = this.#open.get(keyOf('out', fieldsOf(params)['progressToken']));
    if (call === undefined) return;
    const text = this.options.redactor.text(`${call.text}, ${describeProgress(params)}`);
    call.entry = { ...call.entry, text };
    this.options.log.update(call.entry, {});
  }

  /** A cancelled request need not be answered (MCP, Cancellation); should it be, the answer joins it. */
  #cancel(direction: Direction, params: unknown): void {
    const call = this.#open.get(keyOf(direction, fieldsOf(params)['requestId']));
    if (call === undefined) return;
    const text = this.options.redactor.text(`${call.text}, cancelled`);
    const durationMs = this.options.now() - call.entry.at;
    call.entry = { ...call.entry, text, level: 'warn', durationMs };
    call.isCancelled = true;
    this.options.log.update(call.entry, {});
  }

  /** A request that did not get through has no answer: what came of sending it stands there. */
  #fail(id: unknown, error: unknown): void {
    const key = keyOf('out', id);
    const call = this.#open.get(key);
    if (call === undefined || call.isCancelled) return;
    this.#open.delete(key);
    const { text, level } = describeUnsent(call.method, causesOf(error));
    const { log, redactor, now } = this.options;
    const durationMs = now() - call.entry.at;
    log.update({ ...call.entry, text: redactor.text(call.text + text), level, durationMs }, {});
  }

  #closeCalls(): void {
    for (const { entry, text, isCancelled } of this.#open.values()) {
      if (isCancelled) continue;
      const ended = `${this.options.redactor.text(text)}, no answer before the connection ended`;
      const durationMs = this.options.now() - entry.at;
      this.options.log.update({ ...entry, text: ended, level: 'error', durationMs }, {});
    }
    this.#open.clear();
  }
}

function isPipe(
  transport: Transport,
): transport is Transport & { readonly pid: unknown; readonly stderr: unknown } {
  return 'pid' in transport && 'stderr' in transport;
}

function keyOf(direction: Direction, id: unknown): string {
  return `${direction} ${typeof id} ${idText(id)}`;
}

/** JSON-RPC has strings and numbers for ids. */
function idText(id: unknown): string {
  return typeof id === 'string' ? id : JSON.stringify(id);
}
