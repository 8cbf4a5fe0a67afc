import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for some milliseconds; rejects when the signal is aborted before. */
export async function abortableWait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
