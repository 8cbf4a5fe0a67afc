import type { Readable } from 'node:stream';

/**
 * Reads a stream piece by piece, one a turn of the event loop: Node would read a flood on for
 * megabytes before anything else has its turn. Once `isOver`, the rest is read as fast as it comes.
 */
export function readInTurns(
  stream: Readable | null,
  take: (piece: Buffer) => void,
  isOver: () => boolean,
): void {
  stream?.on('data', (piece: Buffer) => {
    take(piece);
    if (isOver()) return;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}
