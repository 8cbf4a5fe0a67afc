import { expect, it } from 'vitest';
import { EventQueue } from '../../src/main/agent/eventQueue.ts';

it('gives what was pushed in order, before and while it is read, and ends when closed', async () => {
  const queue = new EventQueue<number>();
  queue.push(1);
  queue.push(2);
  const seen: number[] = [];
  const reading = (async () => {
    for await (const value of queue) {
      seen.push(value);
      if (value === 2) queue.push(3);
      if (value === 3) setImmediate(() => queue.push(4));
      if (value === 4) {
        queue.push(5);
        queue.close();
      }
    }
  })();
  await reading;
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});
