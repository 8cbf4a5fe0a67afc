import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectorInfo, ConnectorsView } from '../../../shared/adding.ts';
import { ask, useBridge } from '../api.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useFormat } from '../ui/useFormat.ts';
import { ConnectorRow } from './ConnectorRow.tsx';
import { RegistryForm } from './RegistryForm.tsx';

/** How many rows are drawn; the filter finds the others. */
const maxRows = 200;

/** Remote servers of a registry, each with its switch. */
export function ConnectorsPane() {
  const { t } = useTranslation('adding');
  const bridge = useBridge();
  const format = useFormat();
  const view = useConnectors();
  const changing = useAction();
  const [filter, setFilter] = useState('');
  if (!view) return <div className="panels adding-body" />;

  const wanted = filter.trim().toLowerCase();
  const found = view.connectors.filter((connector) => isWanted(connector, wanted));
  const shown = [...found].sort((a, b) => Number(b.isOn) - Number(a.isOn)).slice(0, maxRows);
  const refresh = (): Promise<unknown> =>
    changing.run(() => ask(bridge, 'connectors.refresh', undefined));
  return (
    <div className="panels adding-body">
      <p>{t('connectors.lead')}</p>
      <RegistryForm key={view.url} url={view.url ?? ''} />
      <InlineError
        error={view.problem}
        retry={async () => {
          await refresh();
        }}
      />
      <InlineError error={changing.error} onDismiss={changing.clear} />
      {view.url !== undefined && (
        <div className="adding-lead">
          <label className="field">
            <Icon name="search" className="s14" />
            <span className="sr">{t('connectors.filter')}</span>
            <input
              type="search"
              placeholder={t('connectors.filter')}
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
          </label>
          <p className="quiet grow" role="status">
            {view.isFetching
              ? t('connectors.fetching')
              : view.fetchedAt !== undefined &&
                t('connectors.fetched', { time: format.moment(view.fetchedAt) })}
          </p>
          <button
            type="button"
            className="btn sm"
            disabled={view.isFetching || changing.busy}
            onClick={() => void refresh()}
          >
            {t('connectors.refresh')}
          </button>
        </div>
      )}
      {view.fetchedAt !== undefined && view.connectors.length === 0 && (
        <p className="quiet">{t('connectors.none')}</p>
      )}
      <ul>
        {shown.map((connector) => (
          <ConnectorRow
            key={connector.id}
            connector={connector}
            onTurn={(isOn) => {
              const { id, url } = connector;
              void changing.run(() => ask(bridge, 'connectors.set', { id, isOn, url }));
            }}
          />
        ))}
      </ul>
      {found.length > shown.length && (
        <p className="quiet">
          {t('connectors.more', { n: format.count(found.length - shown.length) })}
        </p>
      )}
    </div>
  );
}

const isWanted = ({ id, title, description }: ConnectorInfo, wanted: string): boolean =>
  [id, title, description].some((text) => text.toLowerCase().includes(wanted));

function useConnectors(): ConnectorsView | undefined {
  const bridge = useBridge();
  const [view, setView] = useState<ConnectorsView>();
  useEffect(() => {
    const end = bridge.on('connectors.changed', setView);
    void bridge.request('connectors.view', undefined).then((result) => {
      if (result.ok) setView(result.value);
    });
    return end;
  }, [bridge]);
  return view;
}
