import { Suspense, lazy } from 'react';
import { LiveContext } from './LiveContext.ts';
import { MarkdownBody } from './MarkdownBody.tsx';
import { withFormulas } from './formulas.ts';

/** Comes with the first formula. */
const MathBody = lazy(async () => {
  const { MathBody: component } = await import('./MathBody.tsx');
  return { default: component };
});

type Props = { readonly text: string; readonly live: boolean };

/**
 * A block of an answer. While it is live, its unfinished emphasis, links and code read as finished,
 * and formulas as they were written.
 */
export function Markdown({ text, live }: Props) {
  const formulas = live ? undefined : withFormulas(text);
  const plain = <MarkdownBody text={text} live={live} />;
  return (
    <LiveContext value={live}>
      {formulas === undefined ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <MathBody text={formulas} />
        </Suspense>
      )}
    </LiveContext>
  );
}
