import type { Client } from '@modelcontextprotocol/client';

const firstDelayMs = 1_000;
const longestDelayMs = 60_000;
/** A stream that lasted so long had been fine: the next one is opened soon. */
const calmMs = 60_000;

/**
 * Keeps a stream of a newer server's announcements open until `ended`. One that is lost is opened
 * again, later each time; calls are not disturbed. `onReopened` is told, since something may have
 * been announced meanwhile.
 */
export async function keepListening(
  client: Pick<Client, 'listen'>,
  filter: Parameters<Client['listen']>[0],
  ended: AbortSignal,
  onReopened: () => void,
): Promise<void> {
  let delayMs = firstDelayMs;
  for (let opened = 0; !ended.aborted;) {
    const since = Date.now();
    try {
      const { closed } = await client.listen(filter);
      opened += 1;
      if (opened > 1) onReopened();
      if ((await closed) === 'local') return;
    } catch {
      // It is on the log; the next one may do better.
    }
    if (Date.now() - since > calmMs) delayMs = firstDelayMs;
    await pause(delayMs, ended);
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  }
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      ended.removeEventListener('abort', done);
      resolve();
    }
    ended.addEventListener('abort', done);
    if (ended.aborted) done();
  });
}
