import './ansi.css';
import { useMemo } from 'react';
import { ansiSpans } from './ansiSpans.ts';

/** Text whose only escapes are colours. */
export function ColouredText({ text }: { readonly text: string }) {
  const spans = useMemo(() => ansiSpans(text), [text]);
  return spans.map(({ text: words, tone }, at) =>
    tone === undefined ? (
      words
    ) : (
      // The text is replaced as a whole.
      <span key={at} className={tone}>
        {words}
      </span>
    ),
  );
}
