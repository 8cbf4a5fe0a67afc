import 'katex/dist/katex.min.css';
import './math.css';
import { createMathPlugin } from '@streamdown/math';
import { useLayoutEffect, useRef } from 'react';
import { MarkdownBody } from './MarkdownBody.tsx';

/** KaTeX's own limits are too wide for text of a model: a rule may be as large as it likes. */
const limits = { errorColor: 'var(--st-failed)', maxSize: 20, maxExpand: 300, strict: false };

function limitedMath() {
  const math = createMathPlugin();
  const { rehypePlugin } = math;
  if (!Array.isArray(rehypePlugin)) return math;
  const [katex] = rehypePlugin;
  return { ...math, rehypePlugin: [katex, limits] satisfies typeof rehypePlugin };
}
const plugins = { math: limitedMath() };

/** Markdown with formulas, all of them written as `$$` (see formulas.ts). */
export function MathBody({ text }: { readonly text: string }) {
  const body = useRef<HTMLDivElement>(null);
  // What scrolls has to be reachable by keyboard.
  useLayoutEffect(() => {
    for (const formula of body.current?.querySelectorAll<HTMLElement>('.katex-display') ?? []) {
      if (formula.scrollWidth > formula.clientWidth) formula.tabIndex = 0;
      else formula.removeAttribute('tabindex');
    }
  });
  return (
    <div ref={body} className="formulas">
      <MarkdownBody text={text} live={false} plugins={plugins} />
    </div>
  );
}
