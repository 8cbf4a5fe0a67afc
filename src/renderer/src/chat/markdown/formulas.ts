import { code } from '../../store/lineKinds.ts';

/**
 * Markdown whose formulas are all written as `$$` (a line of its own for one that is displayed), as
 * remark-math reads them; undefined when there is none. A formula is `\(…\)`, `\[…\]`, `$$…$$`, or
 * `$…$` by the rule of Pandoc's tex_math_dollars: nothing blank inside of the signs, and no digit
 * behind the last, so that "from $5 to $10" has none.
 */
export function withFormulas(text: string): string | undefined {
  if (!/\$|\\[([]/.test(text)) return undefined;
  let found = false;
  const mark = (stretch: string): string =>
    stretch.replace(formula, (all, ...groups) => {
      const { indent, display, bracket, lined, inline, dollar } = groups.at(-1) as Groups;
      if (all.startsWith('\\$')) return all;
      found = true;
      const shown = display ?? bracket;
      if (indent !== undefined && shown !== undefined) return displayed(indent, shown);
      return `$$${(lined ?? inline ?? dollar ?? '').trim()}$$`;
    });
  let at = 0;
  let result = '';
  for (const match of text.matchAll(code)) {
    result += mark(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  result += mark(text.slice(at));
  return found ? result : undefined;
}

type Groups = Partial<
  Record<'indent' | 'display' | 'bracket' | 'lined' | 'inline' | 'dollar', string>
>;

/** An escaped sign, or a formula; one that is alone on its lines begins with their indentation. */
const formula = new RegExp(
  [
    String.raw`\\\$`,
    String.raw`^(?<indent>[ >]*)(?:\$\$(?<display>[^$]+)\$\$|\\\[(?<bracket>[\s\S]+?)\\\])[ \t]*$`,
    String.raw`\$\$(?<lined>[^$\n]+)\$\$`,
    String.raw`\\\((?<inline>[\s\S]+?)\\\)`,
    String.raw`(?<![\\$\w])\$(?=[^\s$])(?<dollar>(?:\\.|[^$\\\n])*?)(?<=[^\s\\])\$(?![\d$])`,
  ].join('|'),
  'gm',
);

function displayed(indent: string, body: string): string {
  const lines = body.trim().split('\n');
  const own = lines.map((line) => (line.startsWith(indent) ? line : indent + line.trimStart()));
  return `${indent}$$\n${own.join('\n')}\n${indent}$$`;
}
