export type LineRange = {
  /** The first line, from 1. */
  readonly offset: number;
  readonly limit: number;
};

const longestLine = 2_000;
const mostCharacters = 60_000;

/**
 * The lines of a range as `cat -n` shows them, long ones cut, and a last line that says where to go
 * on. `count` is how many lines are shown.
 */
export function numberedLines(
  text: string,
  { offset, limit }: LineRange,
): { readonly text: string; readonly count: number } {
  if (text === '') return { text: '(the file is empty)', count: 0 };
  const lines = text.replace(/\r?\n$/, '').split('\n');
  if (offset > lines.length) {
    return { text: `(the file has ${lines.length} lines; none from ${offset} on)`, count: 0 };
  }
  const shown: string[] = [];
  let characters = 0;
  for (const line of lines.slice(offset - 1, offset - 1 + limit)) {
    const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
    const cut =
      whole.length > longestLine
        ? `${whole.slice(0, longestLine)}… (${whole.length - longestLine} more characters)`
        : whole;
    characters += cut.length + 8;
    if (characters > mostCharacters && shown.length > 0) break;
    shown.push(`${String(offset + shown.length).padStart(6)}\t${cut}`);
  }
  const next = offset + shown.length;
  if (next <= lines.length) {
    shown.push(`(the file has ${lines.length} lines; go on with offset ${next})`);
  }
  return { text: shown.join('\n'), count: next - offset };
}
