import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../../shared/errors.ts';
import { searchOffers } from '../../offers/search.ts';
import type { Offer } from '../../offers/search.ts';
import { Icon } from '../../ui/Icon.tsx';
import { InlineError } from '../../ui/InlineError.tsx';

type Props = {
  readonly label: string;
  /** Undefined until the server has answered. */
  readonly offers: readonly Offer[] | undefined;
  readonly error: AppError | undefined;
  readonly none: string;
  /** What is to be seen of one in the list, besides its name. */
  readonly mark?: (offer: Offer) => ReactNode;
  /** What is shown of the chosen one. */
  readonly children: (offer: Offer) => ReactNode;
};

/** More rows than anyone scrolls through; the search finds the rest. */
const mostRows = 500;

/** A list with a search beside what was chosen from it. */
export function OfferPane({ label, offers, error, none, mark, children }: Props) {
  const { t } = useTranslation('offers');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<Offer>();
  if (error) {
    return (
      <div className="notes">
        <InlineError error={error} />
      </div>
    );
  }
  if (!offers) return <p className="foot-note">{t('loading')}</p>;
  if (offers.length === 0 && !chosen) return <p className="foot-note">{none}</p>;
  const found = searchOffers(offers, query);
  // One that is listed no more stays in sight while it is looked at.
  const offer = offers.find(({ key }) => key === chosen?.key) ?? chosen ?? offers[0];
  const isGone = offer !== undefined && !offers.includes(offer);
  return (
    <div className="offer-pane">
      <div className="offer-side">
        <label className="field">
          <Icon name="search" className="s14" />
          <span className="sr">{t('search')}</span>
          <input
            type="search"
            value={query}
            placeholder={t('search')}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        <ul aria-label={label}>
          {found.slice(0, mostRows).map((one) => (
            <li key={one.key}>
              <button
                type="button"
                className="offer-row"
                aria-current={one.key === offer?.key ? 'true' : undefined}
                title={one.detail}
                onClick={() => setChosen(one)}
              >
                <span className="cut-line">
                  {mark?.(one)}
                  {one.title}
                  {one.kind === 'template' && <span className="quiet"> {t('template.mark')}</span>}
                </span>
                <span className={`cut-line quiet ${one.kind === 'prompt' ? '' : 'mono'}`}>
                  {one.detail}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="foot-note">{t('noMatch')}</p>}
        {found.length > mostRows && (
          <p className="foot-note">{t('more', { count: found.length - mostRows })}</p>
        )}
      </div>
      {offer && (
        <section key={offer.key} className="offer-main" aria-label={offer.title} tabIndex={0}>
          {isGone && (
            <p className="quiet" role="status">
              {t('gone')}
            </p>
          )}
          {children(offer)}
        </section>
      )}
    </div>
  );
}
