import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

const initializeMs = 30_000;

type Sender = Pick<Transport, 'send' | 'sessionId'>;

/** Begins a session of Streamable HTTP anew as the first one was begun, behind the SDK's back. */
export class HttpSession {
  #initialize: JSONRPCMessage | undefined;
  #logLevel: JSONRPCMessage | undefined;
  #count = 0;
  #renewing: Promise<void> | undefined;
  readonly #answers = new Map<string | number, (answer: JSONRPCMessage) => void>();

  constructor(
    private readonly sender: Sender,
    private readonly onRenewed: () => void,
  ) {}

  /** Remembers what a session has to be told at its start. */
  sees(message: JSONRPCMessage): void {
    if (!('method' in message && 'id' in message)) return;
    if (message.method === 'initialize') this.#initialize = message;
    if (message.method === 'logging/setLevel') this.#logLevel = message;
  }

  /** True for the answer to a request of ours. */
  takes(message: JSONRPCMessage): boolean {
    if ('method' in message || message.id === undefined) return false;
    const answer = this.#answers.get(message.id);
    this.#answers.delete(message.id);
    answer?.(message);
    return answer !== undefined;
  }

  /** Replaces the session `lost`, once for all that miss it. Rejects when there is no new one. */
  async renew(lost: string): Promise<void> {
    if (this.sender.sessionId !== lost) return;
    this.#renewing ??= this.#begin().finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  async #begin(): Promise<void> {
    if (this.#initialize === undefined) throw new Error('there was no session before');
    const answer = await this.#ask(this.#initialize);
    if ('error' in answer) throw new Error(`no new session: ${answer.error.message}`);
    await this.sender.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    if (this.#logLevel !== undefined) await this.#ask(this.#logLevel);
    this.onRenewed();
  }

  async #ask(request: JSONRPCMessage): Promise<JSONRPCMessage> {
    this.#count += 1;
    const id = `patchbay-session-${this.#count}`;
    let limit: NodeJS.Timeout | undefined;
    try {
      const answer = new Promise<JSONRPCMessage>((resolve, reject) => {
        this.#answers.set(id, resolve);
        const late = new Error('no new session: the server did not answer');
        limit = setTimeout(() => reject(late), initializeMs);
      });
      // Whoever fails first is told; the other must not be an unhandled rejection.
      answer.catch(() => undefined);
      await this.sender.send({ ...request, id } as JSONRPCMessage);
      return await answer;
    } finally {
      clearTimeout(limit);
      this.#answers.delete(id);
    }
  }
}
