import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** What is short stays in the conversation as a whole and needs no file. */
const smallBytes = 24_000;
const mostBytes = 64 * 1024 * 1024;

export type KeptOutput = {
  readonly path: string;
  readonly bytes: number;
  readonly isWhole: boolean;
};

/** Keeps output that is too long for the conversation in a file of its own, as it comes. */
export class OutputFile {
  readonly #path: string;
  #first: Uint8Array[] = [];
  #bytes = 0;
  #written = 0;
  #file: WriteStream | undefined;
  #failed = false;

  /** `folder` has to be there before the first piece. */
  constructor(
    folder: string,
    /** Where the bytes come from; they wait while the disk does. */
    private readonly sources: readonly Readable[],
  ) {
    this.#path = join(folder, `${randomUUID()}.txt`);
  }

  push(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#failed) return;
    if (!this.#file && this.#bytes <= smallBytes) {
      this.#first.push(bytes);
      return;
    }
    if (!this.#file) {
      this.#file = createWriteStream(this.#path, { flags: 'wx' });
      this.#file.on('error', () => {
        this.#failed = true;
        this.#resume();
      });
      this.#file.on('drain', () => this.#resume());
      for (const one of this.#first) this.#write(one);
      this.#first = [];
    }
    this.#write(bytes);
  }

  /** The file, when there is one and the disk took it. */
  async finish(): Promise<KeptOutput | undefined> {
    const file = this.#file;
    if (!file) return undefined;
    await new Promise<void>((resolve) => {
      file.once('close', resolve);
      file.end();
      if (file.closed) resolve();
    });
    if (this.#failed) {
      await rm(this.#path, { force: true });
      return undefined;
    }
    return { path: this.#path, bytes: this.#written, isWhole: this.#written === this.#bytes };
  }

  #write(bytes: Uint8Array): void {
    const piece = bytes.subarray(0, mostBytes - this.#written);
    if (piece.length === 0 || !this.#file) return;
    this.#written += piece.length;
    if (!this.#file.write(piece)) for (const source of this.sources) source.pause();
  }

  #resume(): void {
    for (const source of this.sources) source.resume();
  }
}
