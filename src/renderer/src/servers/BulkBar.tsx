import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerSummary } from '../../../shared/server.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { menuFor } from './actions.ts';
import type { ServerAction } from './actions.ts';
import { RemoveConfirm } from './RemoveConfirm.tsx';

const bulkActions = ['start', 'stop', 'restart', 'enable', 'disable', 'remove'] as const;

type Props = {
  readonly servers: readonly ServerSummary[];
  readonly onAct: (names: readonly string[], action: ServerAction) => void;
  readonly onClear: () => void;
};

/** What can be done with all servers that are picked; an action skips those that it is not for. */
export function BulkBar({ servers, onAct, onClear }: Props) {
  const { t } = useTranslation('servers');
  const format = useFormat();
  const [isRemoving, setRemoving] = useState(false);
  const of = (action: ServerAction): readonly string[] =>
    servers.flatMap((server) => (menuFor(server).includes(action) ? [server.name] : []));
  const removed = of('remove');
  const asks = isRemoving && removed.length > 0;
  return (
    <div className="bulk" role="toolbar" aria-label={t('bulk.label')}>
      <h1 className="sr">{t('title')}</h1>
      <b role="status">
        {t('bulk.picked', { count: servers.length, n: format.count(servers.length) })}
      </b>
      {asks && (
        <>
          <span>{t('bulk.removing', { count: removed.length })}</span>
          <RemoveConfirm
            name={t('bulk.several', { count: removed.length })}
            onRemove={() => {
              setRemoving(false);
              onAct(removed, 'remove');
            }}
            onKeep={() => setRemoving(false)}
          />
        </>
      )}
      {bulkActions.map((action) => {
        const names = of(action);
        if (names.length === 0 || asks) return null;
        return (
          <button
            key={action}
            type="button"
            className="btn sm"
            onClick={() => (action === 'remove' ? setRemoving(true) : onAct(names, action))}
          >
            {t(`action.${action}`)}
            <span className="quiet num">{format.count(names.length)}</span>
          </button>
        );
      })}
      <span className="grow" />
      <button
        type="button"
        className="icon sm"
        aria-label={t('bulk.clear')}
        aria-keyshortcuts="Escape"
        onClick={onClear}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}
