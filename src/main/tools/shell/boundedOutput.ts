import type { ToolView } from '../../../shared/chat.ts';

type TerminalView = Extract<ToolView, { kind: 'terminal' }>;

const headCharacters = 8_000;
const tailCharacters = 16_000;
/** ECMA-48: control sequences (colours, cursor), and strings such as titles, ended by BEL or ST. */
const sequence =
  // eslint-disable-next-line no-control-regex
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])/g;
const longestEscape = 2_048;
/** Of an escape that the next piece may complete; one that never ends is given up. */
// eslint-disable-next-line no-control-regex
const unfinished = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]{0,2000}\x1b?|[ -/]*)?$/;
/** What a terminal would not print. */
// eslint-disable-next-line no-control-regex
const unprintable = /[\x00-\x08\x0b-\x1f\x7f]/g;

/**
 * What a command puts out, as text without colours: of much of it the first and the last part. Takes
 * bytes in any pieces; what is no UTF-8 becomes U+FFFD. The memory it takes is bounded.
 */
export class BoundedOutput {
  readonly #decoder = new TextDecoder();
  #waiting = '';
  #head = '';
  #tail = '';
  #skipped = 0;

  push(bytes: Uint8Array): void {
    this.#add(this.#decoder.decode(bytes, { stream: true }), false);
  }

  /** Takes what the end of the last piece had begun. */
  finish(): void {
    this.#add(this.#decoder.decode(), true);
  }

  view(end?: TerminalView['end']): TerminalView {
    const over = Math.max(0, this.#tail.length - tailCharacters);
    return {
      kind: 'terminal',
      head: this.#head,
      skipped: this.#skipped + over,
      tail: wholeFrom(this.#tail.slice(over)),
      ...(end !== undefined && { end }),
    };
  }

  #add(text: string, isLast: boolean): void {
    const all = this.#waiting + text;
    const from = Math.max(0, all.length - longestEscape);
    const found = isLast ? -1 : all.slice(from).search(unfinished);
    const start = found === -1 ? -1 : from + found;
    // A CR at the end may be the first half of a line end.
    const cut =
      start === -1 ? (!isLast && all.endsWith('\r') ? all.length - 1 : all.length) : start;
    this.#waiting = all.slice(cut);
    const plain = all
      .slice(0, cut)
      .replace(sequence, '')
      .replace(/\r\n?/g, '\n')
      .replace(unprintable, '');
    const room = Math.max(0, headCharacters - this.#head.length);
    // The head stays as it is once something stands behind it.
    const first = this.#tail === '' && this.#skipped === 0 ? plain.slice(0, room) : '';
    this.#head += first;
    this.#tail += plain.slice(first.length);
    if (this.#tail.length > 4 * tailCharacters) {
      const over = this.#tail.length - tailCharacters;
      this.#skipped += over;
      this.#tail = this.#tail.slice(over);
    }
  }
}

/** Without the second half of a code point at the start. */
const wholeFrom = (text: string): string => text.replace(/^[\udc00-\udfff]/, '\uFFFD');
