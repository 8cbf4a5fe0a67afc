import { createHash } from 'node:crypto';

/** What was last seen of a file: a digest of all its bytes. */
function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** What one conversation has read and written, by real path: nothing it has not seen is overwritten. */
export class SeenFiles {
  readonly #digests = new Map<string, string>();
  readonly #queues = new Map<string, Promise<unknown>>();

  note(path: string, bytes: Uint8Array): void {
    this.#digests.set(path, digestOf(bytes));
  }

  /** Changes of one file by calls of one answer go one after the other. */
  async inTurn<T>(path: string, change: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(path) ?? Promise.resolve();
    const mine = before.then(change, change);
    this.#queues.set(path, mine);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(path) === mine) this.#queues.delete(path);
    }
  }

  /** How the bytes that are there now compare to what was seen. */
  compare(path: string, bytes: Uint8Array): 'same' | 'changed' | 'never-seen' {
    const seen = this.#digests.get(path);
    if (seen === undefined) return 'never-seen';
    return seen === digestOf(bytes) ? 'same' : 'changed';
  }
}
