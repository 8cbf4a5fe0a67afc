import { Suspense, lazy } from 'react';
import { onlyColours, withoutColours } from '../../../../shared/terminalColours.ts';

/** Comes with the first text that has colours. */
const ColouredText = lazy(async () => {
  const { ColouredText: component } = await import('./ColouredText.tsx');
  return { default: component };
});

/** Text as a terminal would print it: in its colours, and without what else an escape can do. */
export function TerminalText({ text }: { readonly text: string }) {
  const clean = onlyColours(text);
  if (!clean.includes('\x1b')) return clean;
  return (
    <Suspense fallback={withoutColours(clean)}>
      <ColouredText text={clean} />
    </Suspense>
  );
}
