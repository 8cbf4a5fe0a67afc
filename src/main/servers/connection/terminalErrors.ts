import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

/** So many in a row end a connection that seems to be up. */
const mostInARow = 3;

/** Node's and undici's codes of a connection that is gone or can't be made. */
const terminalCodes: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** JSON-RPC's code for an answer that never came; the range is left to implementations. */
const streamLost = -32_000;
const streamLostKey = 'patchbay/streamLost';

/** The answer that stands for one whose stream ended before it. */
export function streamLostError() {
  const message = 'the response stream ended before the answer';
  return { code: streamLost, message, data: { [streamLostKey]: true } };
}

export type Fault =
  /** The connection itself. */
  | 'terminal'
  | 'needs-auth'
  | 'forbidden'
  /** One request or stream, or nothing at all. */
  | 'harmless';

/** What a thrown or reported fault says about the connection, by its whole chain of causes. */
export function faultOf(thrown: unknown): Fault {
  let fault: Fault = 'harmless';
  for (const link of causesOf(thrown)) {
    const status = statusOf(link);
    if (status === 401 || link instanceof UnauthorizedError) return 'needs-auth';
    if (status === 403) return 'forbidden';
    if (isTerminal(link)) fault = 'terminal';
  }
  return fault;
}

/** Counts terminal faults, each once, however often and wherever it is reported. */
export class TerminalCount {
  #inARow = 0;
  readonly #seen = new WeakSet<object>();

  /** True when it is the last that a connection may have. */
  add(thrown: unknown): boolean {
    const chain = causesOf(thrown).filter((link) => typeof link === 'object' && link !== null);
    const isNew = !chain.some((link) => this.#seen.has(link as object));
    for (const link of chain) this.#seen.add(link as object);
    return isNew && faultOf(thrown) === 'terminal' && this.addOne();
  }

  /** One that nothing was thrown for, such as no answer at all. */
  addOne(): boolean {
    this.#inARow += 1;
    return this.#inARow >= mostInARow;
  }

  /** Something worked. */
  reset(): void {
    this.#inARow = 0;
  }
}

/** A fault and what caused it, outermost first; ends where causes go round in circles. */
export function causesOf(thrown: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  const queue: unknown[] = [thrown];
  while (queue.length > 0 && chain.length < 32) {
    const link = queue.shift();
    if (link === undefined || link === null || chain.includes(link)) continue;
    chain.push(link);
    if (typeof link !== 'object') continue;
    if ('cause' in link) queue.push(link.cause);
    // Of an attempt on every address of a host (AggregateError).
    if ('errors' in link && Array.isArray(link.errors)) queue.push(...(link.errors as unknown[]));
  }
  return chain;
}

/** The HTTP status that a fault carries: SdkHttpError's `status`, SseError's `code`. */
export function statusOf(link: unknown): number | undefined {
  // A JSON-RPC error of any number comes from the server, over a connection that works.
  if (typeof link !== 'object' || link === null || link instanceof ProtocolError) return undefined;
  const status =
    ('status' in link ? link.status : undefined) ?? ('code' in link ? link.code : undefined);
  return typeof status === 'number' && status >= 100 && status < 600 ? status : undefined;
}

/** Node's error code, such as ECONNRESET. */
export function codeOf(link: unknown): string | undefined {
  return typeof link === 'object' &&
    link !== null &&
    'code' in link &&
    typeof link.code === 'string'
    ? link.code
    : undefined;
}

export function isStreamLost(link: unknown): boolean {
  if (typeof link !== 'object' || link === null || !('data' in link)) return false;
  const { data } = link;
  return typeof data === 'object' && data !== null && streamLostKey in data;
}

function isTerminal(link: unknown): boolean {
  if (isStreamLost(link)) return true;
  if (link instanceof SdkError) {
    return link.code === SdkErrorCode.ConnectionClosed || link.code === SdkErrorCode.SendFailed;
  }
  const code = codeOf(link);
  if (code !== undefined) return terminalCodes.has(code) || code.startsWith('UND_ERR_');
  // undici's word for a body that ends early.
  return link instanceof TypeError && link.message === 'terminated';
}
