import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readInTurns } from '../../src/main/servers/transports/readInTurns.ts';

/** The turn of the event loop in which each of five pieces that are there at once was read. */
async function turnsOf(isOver: () => boolean): Promise<readonly number[]> {
  const stream = new Readable({ read: () => undefined });
  for (const piece of ['1', '2', '3', '4', '5']) stream.push(piece);
  stream.push(null);
  const turns: number[] = [];
  let turn = 0;
  let isRead = false;
  const next = (): void => {
    turn += 1;
    if (!isRead) setImmediate(next);
  };
  setImmediate(next);
  readInTurns(stream, () => turns.push(turn), isOver);
  await new Promise((resolve) => stream.once('end', resolve));
  isRead = true;
  return turns;
}

describe('readInTurns', () => {
  it('lets everything else have its turn between two pieces', async () => {
    const turns = await turnsOf(() => false);
    expect(turns).toHaveLength(5);
    expect(new Set(turns).size).toBe(5);
  });

  it('reads on at once when it is over', async () => {
    const turns = await turnsOf(() => true);
    expect(turns).toHaveLength(5);
    expect(new Set(turns).size).toBe(1);
  });
});
