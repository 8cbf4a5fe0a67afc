import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BundleOffer } from '../../../shared/adding.ts';
import { ServerForm } from '../servers/form/ServerForm.tsx';
import { Icon } from '../ui/Icon.tsx';
import { BundlePane } from './BundlePane.tsx';
import { ConnectorsPane } from './ConnectorsPane.tsx';
import { ImportPane } from './ImportPane.tsx';

const ways = ['form', 'import', 'bundle', 'connectors'] as const;
type Way = (typeof ways)[number];

type Props = {
  readonly pasted: string;
  /** Another way than the form to begin with. */
  readonly first?: Way;
  /** A bundle to begin with. */
  readonly bundle?: BundleOffer | undefined;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
};

/** The ways in which a server comes to Patchbay; none of them starts it but the form. */
export function AddPanel({ pasted, first = 'form', bundle, taken, onClose, onSaved }: Props) {
  const { t } = useTranslation('adding');
  const [way, setWay] = useState<Way>(bundle ? 'bundle' : first);
  const choice = (
    <div className="seg" role="group" aria-label={t('ways')}>
      {ways.map((one) => (
        <button key={one} type="button" aria-pressed={one === way} onClick={() => setWay(one)}>
          {t(`way.${one}`)}
        </button>
      ))}
    </div>
  );
  if (way === 'form') {
    return (
      <ServerForm
        server={undefined}
        ways={choice}
        pasted={pasted}
        taken={taken}
        onClose={onClose}
        onSaved={onSaved}
      />
    );
  }
  return (
    <section className="detail" aria-label={t('title')}>
      <header className="detail-head">
        <h2 className="cut-line">{t('title')}</h2>
        {choice}
        <span className="grow" />
        <button type="button" className="icon sm" aria-label={t('close')} onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      {way === 'import' && <ImportPane onSaved={onSaved} />}
      {way === 'bundle' && <BundlePane first={bundle} onSaved={onSaved} />}
      {way === 'connectors' && <ConnectorsPane />}
    </section>
  );
}
