import { Worker } from 'node:worker_threads';
import { AppFailure } from '../../../shared/errors.ts';

export type LineMatch = { readonly line: number; readonly text: string };

/** Finds the lines of texts that a pattern fits. */
export type LineMatcher = {
  /** Throws `workspace/slow-pattern` when the time for all texts together is over. */
  match(text: string): Promise<readonly LineMatch[]>;
  close(): Promise<void>;
};

const longestLine = 400;
const mostMatches = 1_000;

/**
 * Runs in a thread of its own: an expression that the model wrote can take for ever on a line that it
 * does not fit, and only a thread can be ended. Plain JavaScript, for it is not built.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const expression = new RegExp(workerData.pattern, workerData.flags);
parentPort.on('message', ({ id, text }) => {
  const found = [];
  const lines = text.split('\\n');
  for (let at = 0; at < lines.length && found.length < ${mostMatches}; at++) {
    const line = lines[at].endsWith('\\r') ? lines[at].slice(0, -1) : lines[at];
    if (!expression.test(line)) continue;
    const text = line.length > ${longestLine} ? line.slice(0, ${longestLine}) + '…' : line;
    found.push({ line: at + 1, text });
  }
  parentPort.postMessage({ id, found });
});
`;

/** Throws `workspace/bad-pattern` for what is no expression of JavaScript. */
export function createLineMatcher(
  pattern: string,
  options: { readonly ignoreCase: boolean; readonly limitMs: number; readonly signal: AbortSignal },
): LineMatcher {
  const flags = options.ignoreCase ? 'iu' : 'u';
  const worker = startWorker(
    pattern,
    isExpression(pattern, flags) ? flags : flags.replace('u', ''),
  );
  const waiting = new Map<number, (found: readonly LineMatch[]) => void>();
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  failed.catch(() => undefined);
  const timer = setTimeout(() => fail(tooSlow(options.limitMs)), options.limitMs);
  const onAbort = (): void => fail(options.signal.reason);
  options.signal.addEventListener('abort', onAbort, { once: true });
  worker.on('error', fail);
  worker.on('message', ({ id, found }: { id: number; found: LineMatch[] }) => {
    waiting.get(id)?.(found);
    waiting.delete(id);
  });
  let last = 0;
  return {
    match(text) {
      const id = ++last;
      const found = new Promise<readonly LineMatch[]>((resolve) => waiting.set(id, resolve));
      worker.postMessage({ id, text });
      return Promise.race([found, failed]);
    },
    async close() {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      await worker.terminate();
    },
  };
}

function startWorker(pattern: string, flags: string): Worker {
  if (!isExpression(pattern, flags)) {
    throw new AppFailure({
      code: 'workspace/bad-pattern',
      message: `${pattern} is not a regular expression of JavaScript.`,
      params: { pattern },
    });
  }
  return new Worker(program, { eval: true, workerData: { pattern, flags }, env: {} });
}

function isExpression(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

function tooSlow(limitMs: number): AppFailure {
  const seconds = Math.round(limitMs / 1000);
  return new AppFailure({
    code: 'workspace/slow-pattern',
    message: `The search took longer than ${seconds} s. Take a simpler pattern or a smaller folder.`,
    params: { seconds },
  });
}
