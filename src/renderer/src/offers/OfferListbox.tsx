import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../ui/errorText.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import type { Offer } from './search.ts';
import type { Trigger } from './trigger.ts';
import type { OfferList } from './useOfferList.ts';

type Props = {
  readonly id: string;
  readonly kind: Trigger['kind'];
  readonly list: OfferList;
  /** The offer that Enter takes. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (offer: Offer) => void;
};

const icons: Readonly<Record<Offer['kind'], IconName>> = {
  resource: 'file',
  template: 'edit',
  prompt: 'chat',
  command: 'layers',
};

/** What servers offer, grouped by server. The focus stays in the text field that opened it. */
export function OfferListbox({ id, kind, list, active, onActive, onChoose }: Props) {
  const { t } = useTranslation('offers');
  const text = useErrorText();
  const { offers, more, failures, isLoading } = list;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const servers = [...new Set(offers.map(({ server }) => server))];
  const label = t(`${kind}.list`);
  return (
    <div className="offer-popup" onMouseDown={(event) => event.preventDefault()}>
      <div
        ref={box}
        id={id}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        className="offer-scroll"
      >
        {servers.map((server) => (
          <div key={server} role="group" aria-label={server}>
            <div className="offer-server" aria-hidden="true">
              {server}
            </div>
            {offers.map((offer, index) =>
              offer.server === server ? (
                <div
                  key={offer.key}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className="popup-item offer"
                  data-highlighted={index === active ? '' : undefined}
                  title={offer.detail}
                  onMouseMove={() => onActive(index)}
                  onClick={() => onChoose(offer)}
                >
                  <Icon name={icons[offer.kind]} className="s14" />
                  <span className="cut-line offer-title">{offer.title}</span>
                  <span
                    className={`cut-line quiet offer-detail ${offer.kind === 'prompt' || offer.kind === 'command' ? '' : 'mono'}`}
                  >
                    {offer.detail}
                  </span>
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
      {isLoading && <p className="offer-note">{t('loading')}</p>}
      {!isLoading && offers.length === 0 && failures.length === 0 && (
        <p className="offer-note">{t(`${kind}.none`)}</p>
      )}
      {more > 0 && <p className="offer-note">{t('more', { count: more })}</p>}
      {failures.map((error) => (
        <p key={error.message} className="offer-note st-failed">
          {text(error)}
        </p>
      ))}
      <p className="sr" role="status">
        {isLoading ? '' : t(`${kind}.found`, { count: offers.length + more })}
      </p>
    </div>
  );
}
