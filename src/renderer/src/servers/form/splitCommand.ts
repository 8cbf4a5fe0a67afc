export type SplitCommand =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly problem: 'open-quote' | 'shell-syntax'; readonly at: string };

/** Outside of quotes these mean something to a shell, and nothing to a program. */
const shellOnly = /[|&;<>`]/;

/**
 * Splits a command line into words by the quoting rules of POSIX sh (section 2.2): single quotes
 * keep everything, double quotes let a backslash escape `"` and `\`, words that touch are joined.
 * Nothing is expanded: `$HOME`, `~` and `*` stay as they are, and what needs a shell is refused.
 * Outside of quotes a backslash escapes only a space, a quote, a line end or itself, so that
 * Windows paths keep theirs.
 */
export function splitCommand(line: string): SplitCommand {
  const words: string[] = [];
  let word: string | undefined;
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (char === "'" || char === '"') {
      const quoted = readQuoted(line, i);
      if (!quoted) return { ok: false, problem: 'open-quote', at: line.slice(i, i + 20) };
      word = (word ?? '') + quoted.text;
      i = quoted.end;
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === '\\' && /^(\r?\n|[\s'"\\])/.test(line.slice(i + 1))) {
      const next = line.charAt(i + 1);
      if (next === '\r') i += 2;
      else i += 1;
      if (next !== '\n' && next !== '\r') word = (word ?? '') + next;
    } else if (shellOnly.test(char) || line.startsWith('$(', i)) {
      return { ok: false, problem: 'shell-syntax', at: line.startsWith('$(', i) ? '$(' : char };
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== undefined) words.push(word);
  return { ok: true, words };
}

/** The text between the quote at `start` and its partner at `end`; undefined without a partner. */
function readQuoted(
  line: string,
  start: number,
): { readonly text: string; readonly end: number } | undefined {
  const quote = line.charAt(start);
  let text = '';
  for (let i = start + 1; i < line.length; i++) {
    const char = line.charAt(i);
    if (char === quote) return { text, end: i };
    if (quote === '"' && char === '\\' && /["\\]/.test(line.charAt(i + 1))) i += 1;
    text += line.charAt(i);
  }
  return undefined;
}
