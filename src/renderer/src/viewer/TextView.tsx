import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { VList } from 'virtua';
import type { VListHandle } from 'virtua';
import { onlyColours, withoutColours } from '../../../shared/terminalColours.ts';
import { jsonIn } from '../chat/argsLine.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Row } from './Row.tsx';
import { SearchField } from './SearchField.tsx';
import { ViewerHead } from './ViewerHead.tsx';
import { useRows } from './useRows.ts';
import { jsonMatches, patternOf, textRows } from './viewerRows.ts';
import { isComposing } from '../ui/inputMethod.ts';

type Props = { readonly title: string; readonly text: string; readonly onClose: () => void };

/** A text by its lines, or JSON as a tree, with search. */
export function TextView({ title, text, onClose }: Props) {
  const { t } = useTranslation('viewer');
  const json = useMemo(() => jsonIn(text), [text]);
  const [asText, setAsText] = useState(false);
  const tree = asText ? undefined : json;
  const shown = useMemo(() => withoutColours(onlyColours(text)), [text]);
  const { rows, reveal, revealed, toggle } = useRows(shown, tree);
  const list = useRef<VListHandle>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const pattern = patternOf(useDeferredValue(query));
  const source = pattern?.source;
  const matches = useMemo(() => {
    const wanted = source === undefined ? undefined : new RegExp(source, 'iu');
    if (!wanted) return [];
    if (tree !== undefined) return jsonMatches(tree, wanted);
    return textRows(shown)
      .filter((row) => wanted.test(row.text))
      .map(({ key }) => key);
  }, [shown, tree, source]);
  const place = Math.min(at, matches.length - 1);
  const current = matches[place];
  /** Counted up with every wish to see the current place. */
  const [wishes, wish] = useState(0);

  const goTo = (next: number): void => {
    if (matches.length === 0) return;
    setAt((next + matches.length) % matches.length);
    wish((count) => count + 1);
  };
  useEffect(() => {
    if (current !== undefined) reveal(current);
    // Only where another place is wanted: what is folded afterwards stays so.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [current, wishes]);
  useEffect(() => {
    const index = rows.findIndex(({ key }) => key === current);
    if (index >= 0) list.current?.scrollToIndex(index, { align: 'center' });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [current, wishes, revealed]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent) || event.key !== 'Enter') return;
    event.preventDefault();
    goTo(place + (event.shiftKey ? -1 : 1));
  };
  return (
    <>
      <ViewerHead title={title} onClose={onClose}>
        <span className="grow" />
        <SearchField
          query={query}
          onQuery={(next) => {
            setQuery(next);
            setAt(0);
          }}
          found={matches.length}
          at={place}
          onKeyDown={onKeyDown}
          onStep={(step) => goTo(place + step)}
        />
        {json !== undefined && (
          <div className="seg" role="group" aria-label={t('as.label')}>
            {(['tree', 'text'] as const).map((way) => (
              <button
                key={way}
                type="button"
                aria-pressed={asText === (way === 'text')}
                onClick={() => {
                  setAsText(way === 'text');
                  setAt(0);
                }}
              >
                {t(`as.${way}`)}
              </button>
            ))}
          </div>
        )}
        <CopyButton text={() => shown} label={t('copy')} />
      </ViewerHead>
      <div className="viewer-body tree mono" role="group" aria-label={t('content')}>
        <VList ref={list} data={rows} tabIndex={0} bufferSize={400}>
          {(row) => (
            <Row
              key={row.key}
              row={row}
              pattern={pattern}
              isCurrent={pattern !== undefined && row.key === current}
              onToggle={toggle}
            />
          )}
        </VList>
      </div>
    </>
  );
}
