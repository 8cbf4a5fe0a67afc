import {
  digestOf,
  headText,
  joinChunks,
  needsChunks,
  parseHead,
  splitSecret,
} from './secretChunks.ts';
import type { ChunkHead } from './secretChunks.ts';
import type { SecretStore } from './secretStore.ts';

/** A head may be replaced while its chunks are read, by another process. */
const readAttempts = 4;

/**
 * Secrets of any size over a keychain whose items are small. A large one is written as new chunks
 * first, then the head that names them, then the old chunks go: a crash in between leaves the old
 * secret or the new one whole, and what it left behind goes with the next write.
 */
export class ChunkedSecrets implements SecretStore {
  readonly #keychain: SecretStore;
  constructor(keychain: SecretStore) {
    this.#keychain = keychain;
  }

  /** Undefined also where the keychain lost a part. Rejects when the keychain does. */
  async get(account: string): Promise<string | undefined> {
    let before: string | undefined;
    for (let attempt = 0; attempt < readAttempts; attempt++) {
      const item = await this.#keychain.get(account);
      const head = item === undefined ? undefined : parseHead(item);
      if (head === undefined) return item;
      const chunks: (string | undefined)[] = [];
      for (let index = 0; index < head.count; index++) {
        const chunk = await this.#keychain.get(chunkAccount(account, head.generation, index));
        chunks.push(chunk);
        if (chunk === undefined) break;
      }
      const secret = joinChunks(chunks, head);
      if (secret !== undefined || item === before) return secret;
      before = item;
    }
    return undefined;
  }

  async set(account: string, secret: string): Promise<void> {
    if (!needsChunks(secret)) {
      await this.#keychain.set(account, secret);
      await this.#sweep(account);
      return;
    }
    const item = await this.#keychain.get(account);
    const old = item === undefined ? undefined : parseHead(item);
    const chunks = splitSecret(secret);
    const head: ChunkHead = {
      generation: old?.generation === 0 ? 1 : 0,
      count: chunks.length,
      digest: digestOf(secret),
    };
    for (const [index, chunk] of chunks.entries()) {
      await this.#keychain.set(chunkAccount(account, head.generation, index), chunk);
    }
    await this.#keychain.set(account, headText(head));
    await this.#sweep(account, head);
  }

  async delete(account: string): Promise<void> {
    await this.#keychain.delete(account);
    await this.#sweep(account);
  }

  /** Deletes the chunks that `head` does not name, the last one first so that no gap hides others. */
  async #sweep(account: string, head?: ChunkHead): Promise<void> {
    for (const generation of [0, 1] as const) {
      const unused: string[] = [];
      for (let index = head?.generation === generation ? head.count : 0; ; index++) {
        const chunk = chunkAccount(account, generation, index);
        if ((await this.#keychain.get(chunk)) === undefined) break;
        unused.unshift(chunk);
      }
      for (const chunk of unused) await this.#keychain.delete(chunk);
    }
  }
}

const chunkAccount = (account: string, generation: 0 | 1, index: number): string =>
  `${account}/${generation}.${index}`;
