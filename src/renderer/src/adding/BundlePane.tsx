import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BundleOffer, InstalledPlugin } from '../../../shared/adding.ts';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { BundleForm } from './BundleForm.tsx';
import { PluginRow } from './PluginRow.tsx';

type Props = {
  /** A bundle that is looked at already. */
  readonly first?: BundleOffer | undefined;
  readonly onSaved: (name: string) => void;
};

/** Bundles from a file, and the plugins that are installed. */
export function BundlePane({ first, onSaved }: Props) {
  const { t } = useTranslation('adding');
  const bridge = useBridge();
  const opening = useAction();
  const listing = useAction();
  const [offer, setOffer] = useState(first);
  const [plugins, setPlugins] = useState<readonly InstalledPlugin[]>([]);
  const { run: list } = listing;

  const read = useCallback(
    () => list(async () => setPlugins(await ask(bridge, 'adding.plugins', undefined))),
    [bridge, list],
  );
  useEffect(() => void read(), [read]);
  const open = (): void =>
    void opening.run(async () => {
      const found = await ask(bridge, 'adding.openBundle', t('bundle.choose'));
      if (found) setOffer(found);
    });

  if (offer) {
    return (
      <BundleForm
        key={offer.id}
        offer={offer}
        onCancel={() => {
          setOffer(undefined);
          void bridge.request('adding.forgetBundle', undefined);
        }}
        onInstalled={() => {
          setOffer(undefined);
          void read();
        }}
      />
    );
  }
  return (
    <div className="panels adding-body">
      <InlineError error={opening.error} onDismiss={opening.clear} />
      <InlineError error={listing.error} />
      <div className="adding-lead">
        <p className="grow">{t('bundle.lead')}</p>
        <button type="button" className="btn primary sm" disabled={opening.busy} onClick={open}>
          {t('bundle.open')}
        </button>
      </div>
      {plugins.length > 0 && <h3>{t('plugin.title')}</h3>}
      <ul className="plugin-list">
        {plugins.map((plugin) => (
          <PluginRow
            key={plugin.name}
            plugin={plugin}
            onChanged={() => void read()}
            onShow={onSaved}
          />
        ))}
      </ul>
    </div>
  );
}
