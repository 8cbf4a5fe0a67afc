import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerDetail, ServerEdit, ServerSummary } from '../../../../shared/server.ts';
import { ask, useBridge } from '../../api.ts';
import { OriginFacts } from '../../approvals/OriginFacts.tsx';
import { InlineError } from '../../ui/InlineError.tsx';
import { JsonTree } from '../../ui/JsonTree.tsx';
import { useAction } from '../../ui/useAction.ts';
import { RemoveConfirm } from '../RemoveConfirm.tsx';
import type { ServerActions } from '../useServerActions.ts';

type Props = {
  readonly server: ServerSummary;
  readonly detail: Pick<ServerDetail, 'config' | 'origin'>;
  readonly actions: ServerActions;
};

/** Where the entry in force stands and what it won over; the entry without its values. */
export function ConfigTab({ server, detail, actions }: Props) {
  const { config, origin } = detail;
  const isOurs = server.source === 'user' || server.source === 'local';
  const isOfFile = isOurs || server.source === 'project' || server.source === 'managed';
  const file = isOfFile ? origin?.winner.file : undefined;
  const { t } = useTranslation('servers');
  const bridge = useBridge();
  const opening = useAction();
  const [asking, setAsking] = useState(false);
  return (
    <div className="panel config-tab">
      {origin && <OriginFacts origin={origin} />}
      {!config && <p className="foot-note">{t('config.bundled')}</p>}
      {file !== undefined && (
        <div className="bar">
          <button
            type="button"
            className="btn sm"
            onClick={() => void opening.run(() => ask(bridge, 'settings.openFile', file))}
          >
            {t('config.openFile')}
          </button>
          {server.source === 'user' && (
            <button
              type="button"
              className="btn sm"
              onClick={() => actions.act(server.name, 'edit')}
            >
              {t('action.edit')}
            </button>
          )}
          {asking ? (
            <RemoveConfirm
              name={server.name}
              onRemove={() => actions.remove(server.name)}
              onKeep={() => setAsking(false)}
            />
          ) : (
            isOurs && (
              <button type="button" className="btn sm danger" onClick={() => setAsking(true)}>
                {t('action.remove')}
              </button>
            )
          )}
        </div>
      )}
      <InlineError error={opening.error} onDismiss={opening.clear} />
      {config && (
        <div className="well">
          <JsonTree
            value={{ [server.name]: asWritten(config, t('config.hidden')) }}
            label={t('config.entry')}
          />
        </div>
      )}
    </div>
  );
}

/** Values may be secrets, so main keeps them; what is off or empty is not in the file. */
function asWritten(config: ServerEdit, hidden: string): unknown {
  const written = Object.entries(config).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined || value === false) return [];
    if (typeof value !== 'object' || value === null) return [[key, value] as const];
    if (Object.keys(value).length === 0) return [];
    if (Array.isArray(value)) return [[key, value] as const];
    const values = Object.entries(value).map(([name, text]) => [name, text ?? hidden] as const);
    return [[key, Object.fromEntries(values)] as const];
  });
  return Object.fromEntries(written);
}
