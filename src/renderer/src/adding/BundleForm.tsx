import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BundleOffer, UserValue } from '../../../shared/adding.ts';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useFormat } from '../ui/useFormat.ts';
import { OptionField } from './OptionField.tsx';
import { ServerFacts } from './ServerFacts.tsx';

type Props = {
  readonly offer: BundleOffer;
  readonly onCancel: () => void;
  readonly onInstalled: () => void;
};

/** What a bundle is, what it would run and what it asks for, before anything of it is unpacked. */
export function BundleForm({ offer, onCancel, onInstalled }: Props) {
  const { t } = useTranslation('adding');
  const bridge = useBridge();
  const format = useFormat();
  const installing = useAction();
  const [values, setValues] = useState<Readonly<Record<string, UserValue>>>({});
  const { title, version, author, description, homepage, license, tools, options } = offer;
  const install = async (): Promise<void> => {
    const isDone = await installing.run(() =>
      ask(bridge, 'adding.installBundle', { id: offer.id, values }),
    );
    if (isDone) onInstalled();
  };
  const facts = [
    [t('bundle.author'), author],
    [t('bundle.home'), homepage],
    [t('bundle.license'), license],
    [t('bundle.file'), offer.file],
    [
      t('bundle.size'),
      t('bundle.sizeOf', { count: offer.fileCount, size: format.bytes(offer.bytes) }),
    ],
    [t('bundle.signature'), t(offer.isSigned ? 'bundle.signed' : 'bundle.unsigned')],
  ].filter(([, value]) => value !== undefined);

  return (
    <form
      className="adding"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void install();
      }}
    >
      <div className="panels adding-body">
        <h3 className="bundle-title">
          {title} <span className="quiet">{version}</span>
        </h3>
        <InlineError error={offer.problem} />
        <InlineError error={installing.error} onDismiss={installing.clear} />
        {offer.replaces !== undefined && (
          <p className="adding-done">{t('bundle.replaces', { version: offer.replaces })}</p>
        )}
        <p className="bundle-text">{description}</p>
        <dl className="kv">
          {facts.map(([label, value]) => (
            <div key={label} className="kv-row">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h3>{t('bundle.runs')}</h3>
        <ServerFacts facts={offer} findings={offer.findings} />
        <h3>{t('bundle.tools')}</h3>
        <ul className="bundle-tools">
          {tools.map((tool) => (
            <li key={tool.name}>
              <b className="mono">{tool.name}</b> {tool.description}
            </li>
          ))}
          {(offer.hasMoreTools || tools.length === 0) && (
            <li className="quiet">{t('bundle.moreTools')}</li>
          )}
        </ul>
        {options.length > 0 && <h3>{t('bundle.asks')}</h3>}
        {options.map((option) => (
          <OptionField
            key={option.key}
            option={option}
            value={values[option.key]}
            onChange={(value) => setValues({ ...values, [option.key]: value })}
          />
        ))}
      </div>
      <footer className="adding-foot">
        <p className="quiet grow">{t('bundle.note')}</p>
        <button type="button" className="btn sm" onClick={onCancel}>
          {t('bundle.cancel')}
        </button>
        <button
          type="submit"
          className="btn primary sm"
          disabled={installing.busy || offer.problem !== undefined}
        >
          {t('bundle.install')}
        </button>
      </footer>
    </form>
  );
}
