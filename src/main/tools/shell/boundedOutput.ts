import type { ToolView } from '../../../shared/chat.ts';
import { onlyColours } from '../../../shared/terminalColours.ts';

type TerminalView = Extract<ToolView, { kind: 'terminal' }>;

const headCharacters = 8_000;
const tailCharacters = 16_000;
const longestEscape = 2_048;
/** Of an escape that the next piece may complete; one that never ends is given up. */
// eslint-disable-next-line no-control-regex
const unfinished = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]{0,2000}\x1b?|[ -/]*)?$/;

/**
 * What a command puts out, as text with nothing but its colours: of much of it the first and the
 * last part. Takes bytes in any pieces; what is no UTF-8 becomes U+FFFD. The memory it takes is
 * bounded.
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
    const over = startOfLast(this.#tail, tailCharacters);
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
    const plain = onlyColours(all.slice(0, cut));
    const room = Math.max(0, headCharacters - this.#head.length);
    // The head stays as it is once something stands behind it.
    const first = this.#tail === '' && this.#skipped === 0 ? wholeUpTo(plain, room) : '';
    this.#head += first;
    this.#tail += plain.slice(first.length);
    if (this.#tail.length > 4 * tailCharacters) {
      const over = startOfLast(this.#tail, tailCharacters);
      this.#skipped += over;
      this.#tail = this.#tail.slice(over);
    }
  }
}

/** The first `length` characters, or fewer where a colour would be cut. */
const wholeUpTo = (text: string, length: number): string =>
  text.slice(0, colourAcross(text, length)?.start ?? length);

/** Where the last `length` characters begin, or later where a colour would be cut. */
function startOfLast(text: string, length: number): number {
  const at = Math.max(0, text.length - length);
  return colourAcross(text, at)?.end ?? at;
}

/** The colour that stands before and behind `at`. */
function colourAcross(text: string, at: number): { start: number; end: number } | undefined {
  const start = at === 0 ? -1 : text.lastIndexOf('\x1b', at - 1);
  const end = text.indexOf('m', start) + 1;
  return start !== -1 && end > at ? { start, end } : undefined;
}

/** Without the second half of a code point at the start. */
const wholeFrom = (text: string): string => text.replace(/^[\udc00-\udfff]/, '\uFFFD');
