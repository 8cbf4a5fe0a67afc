import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';

type Props = {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly found: number;
  /** Which of them is looked at, from 0. */
  readonly at: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onStep: (step: 1 | -1) => void;
};

/** What to search for, how often it is there, and the way from one place to the next. */
export function SearchField({ query, onQuery, found, at, onKeyDown, onStep }: Props) {
  const { t } = useTranslation('viewer');
  const format = useFormat();
  const none = query !== '' && found === 0;
  return (
    <>
      <label className="field viewer-search">
        <Icon name="search" className="s14" />
        <span className="sr">{t('search')}</span>
        <input
          data-first-focus
          type="text"
          value={query}
          placeholder={t('search')}
          onChange={({ target }) => onQuery(target.value)}
          onKeyDown={onKeyDown}
        />
        <span className="num viewer-found" role="status">
          {query !== '' &&
            (none
              ? t('none')
              : t('found', { at: format.count(at + 1), found: format.count(found) }))}
        </span>
      </label>
      {([-1, 1] as const).map((step) => (
        <button
          key={step}
          type="button"
          className="icon sm"
          aria-label={t(step === 1 ? 'next' : 'previous')}
          disabled={found === 0}
          onClick={() => onStep(step)}
        >
          <Icon name={step === 1 ? 'chev-d' : 'chev-u'} />
        </button>
      ))}
    </>
  );
}
