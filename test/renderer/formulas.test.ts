import { describe, expect, it } from 'vitest';
import { withFormulas } from '../../src/renderer/src/chat/markdown/formulas.ts';

describe('formulas', () => {
  it.each([
    ['in a line', 'so $a_b + c_d$ is', 'so $$a_b + c_d$$ is'],
    ['of one letter', 'let $n$, $m$.', 'let $$n$$, $$m$$.'],
    ['of LaTeX in a line', String.raw`so \(x^2\) is`, 'so $$x^2$$ is'],
    ['in a line by two signs', 'so $$x$$ is', 'so $$x$$ is'],
    ['on a line of its own', '$$E = mc^2$$', '$$\nE = mc^2\n$$'],
    ['on several lines', '$$\na\n\\\\ b\n$$', '$$\na\n\\\\ b\n$$'],
    ['of LaTeX on several lines', 'a\n\\[\nx\n\\]\nb', 'a\n$$\nx\n$$\nb'],
    ['in a list', '- a\n\n  $$x$$', '- a\n\n  $$\n  x\n  $$'],
    ['in a quote', '> $$x$$', '> $$\n> x\n> $$'],
    ['with an escaped sign', String.raw`cost $5\$ + x$.`, String.raw`cost $$5\$ + x$$.`],
    ['beside code', '`$a$` and $b$', '`$a$` and $$b$$'],
    ['beside a fence', '```sh\necho $a $b\n```\n$c$', '```sh\necho $a $b\n```\n$$c$$'],
  ])('%s', (_where, text, expected) => {
    expect(withFormulas(text)).toBe(expected);
  });

  it.each([
    ['plain text', 'nothing here'],
    ['prices', 'from $5 to $10, or $5-$10'],
    ['one price', 'it costs $5'],
    ['signs with blanks inside', 'a $ b $ c'],
    ['escaped signs', String.raw`\$a\$`],
    ['variables of a shell in code', 'run `echo $HOME $PATH` and ``a ` $x$``'],
    ['a fence that is not closed', '```\n$a$'],
    ['words that hold signs', 'US$5 and AU$6'],
  ])('are not found in %s', (_what, text) => {
    expect(withFormulas(text)).toBeUndefined();
  });
});
