const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts a byte stream into lines. The pieces of an unfinished line are kept apart until its end
 * comes, so that a long line costs one copy. `onTooLong` is called once when a line passes
 * `maxBytes`; what follows is dropped.
 */
export class LineSplitter {
  #pieces: Buffer[] = [];
  #pending = 0;
  #closed = false;

  constructor(
    private readonly options: {
      readonly maxBytes: number;
      /** A line without its line end. */
      readonly onLine: (line: Buffer) => void;
      readonly onTooLong: () => void;
    },
  ) {}

  push(chunk: Buffer): void {
    let start = 0;
    while (!this.#closed) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) break;
      this.#keep(chunk.subarray(start, end));
      if (!this.#closed) this.#emit();
      start = end + 1;
    }
    if (!this.#closed && start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** The stream ended: what is left is a line. */
  end(): void {
    if (!this.#closed && this.#pending > 0) this.#emit();
    this.#closed = true;
  }

  #keep(piece: Buffer): void {
    if (this.#pending + piece.length > this.options.maxBytes) {
      this.#closed = true;
      this.#pieces = [];
      this.options.onTooLong();
      return;
    }
    this.#pieces.push(piece);
    this.#pending += piece.length;
  }

  #emit(): void {
    const [first] = this.#pieces;
    const whole =
      this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#pending = 0;
    const last = whole.length - 1;
    this.options.onLine(whole[last] === carriageReturn ? whole.subarray(0, last) : whole);
  }
}
