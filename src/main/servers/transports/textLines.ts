import { StringDecoder } from 'node:string_decoder';

/**
 * Cuts the text that a process prints into lines of at most `maxLength` characters; the rest of a
 * longer line is dropped and counted. A lone carriage return ends a line as well, because progress
 * bars use it. Blank lines are left out.
 */
export class TextLines {
  readonly #decoder = new StringDecoder('utf8');
  #line = '';
  #dropped = 0;

  constructor(
    private readonly maxLength: number,
    private readonly onLine: (line: string) => void,
  ) {}

  push(chunk: Buffer): void {
    const [head = '', ...more] = this.#decoder.write(chunk).split(/[\r\n]/);
    this.#append(head);
    for (const part of more) {
      this.#flush();
      this.#append(part);
    }
  }

  end(): void {
    this.#append(this.#decoder.end());
    this.#flush();
  }

  #append(text: string): void {
    const room = this.maxLength - this.#line.length;
    this.#line += text.slice(0, room);
    this.#dropped += Math.max(0, text.length - room);
  }

  #flush(): void {
    const note = this.#dropped > 0 ? ` … and ${this.#dropped} more characters` : '';
    if (this.#line.trim() !== '') this.onLine(this.#line + note);
    this.#line = '';
    this.#dropped = 0;
  }
}
