import { Worker } from 'node:worker_threads';

/** How many pages a PDF has; undefined where that can't be told. */
export type PageCounter = (bytes: Uint8Array) => Promise<number | undefined>;

/** A file of a few pages takes some milliseconds, one of 20 000 two seconds. */
const limitMs = 5_000;

/**
 * Counts in a thread of its own, which runs `program`: a file can hold far more than it seems to, and
 * only a thread can be ended.
 */
export function pageCounter(program: string, limit = limitMs): PageCounter {
  return (bytes) =>
    new Promise((resolve) => {
      const thread = new Worker(program, { workerData: bytes, env: {} });
      const end = (pages: unknown) => {
        clearTimeout(timer);
        resolve(typeof pages === 'number' ? pages : undefined);
        void thread.terminate();
      };
      const timer = setTimeout(end, limit);
      thread.once('message', end);
      thread.once('error', () => end(undefined));
      thread.once('exit', () => end(undefined));
    });
}
