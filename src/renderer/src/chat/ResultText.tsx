import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onlyColours, withoutColours } from '../../../shared/terminalColours.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { JsonTree } from '../ui/JsonTree.tsx';
import { TerminalText } from '../ui/terminal/TerminalText.tsx';
import { ViewButton } from '../viewer/ViewButton.tsx';
import { jsonIn } from './argsLine.ts';
import { foldedText } from './foldedText.ts';

type Props = { readonly text: string; readonly title: string };

/** JSON longer than this has only its outermost values open. */
const longJson = 4000;

/** A text of a tool's result: as a tree, or its first lines with a way to all of them. */
export function ResultText({ text, title }: Props) {
  const { t } = useTranslation(['chat', 'content']);
  const [whole, setWhole] = useState(false);
  const json = jsonIn(text);
  const { start, lines } = foldedText(text);
  const isFolded = start !== text;
  return (
    <div className="result">
      <div className="well" role="group" aria-label={t('call.result')} tabIndex={0}>
        {json === undefined ? (
          <pre className="wrap">
            <TerminalText text={whole ? text : start} />
          </pre>
        ) : (
          <JsonTree value={json} openDepth={text.length > longJson ? 1 : 3} />
        )}
      </div>
      {json === undefined && isFolded && (
        <button
          type="button"
          className="tree-more"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('fold.less') : t('content:result.lines', { count: lines })}
        </button>
      )}
      <div className="result-ways">
        <ViewButton viewed={() => ({ kind: 'text', title, text })} />
        <CopyButton text={() => withoutColours(onlyColours(text))} label={t('call.copy')} />
      </div>
    </div>
  );
}
