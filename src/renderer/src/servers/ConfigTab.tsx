import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerEdit, ServerSummary } from '../../../shared/server.ts';
import { ask, useBridge } from '../api.ts';
import { useSettings } from '../store/stores.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { JsonTree } from '../ui/JsonTree.tsx';
import { useAction } from '../ui/useAction.ts';
import { RemoveConfirm } from './RemoveConfirm.tsx';
import type { ServerActions } from './useServerActions.ts';

type Props = {
  readonly server: ServerSummary;
  readonly config: ServerEdit | undefined;
  readonly actions: ServerActions;
};

/** The entry as it stands in the settings file, without its environment's values. */
export function ConfigTab({ server, config, actions }: Props) {
  const { t } = useTranslation('servers');
  const bridge = useBridge();
  const file = useSettings()?.files.settings;
  const opening = useAction();
  const [asking, setAsking] = useState(false);
  if (!config) return <p className="foot-note">{t('config.bundled')}</p>;
  return (
    <div className="panel config-tab">
      <div className="bar">
        <p className="grow quiet cut-line" title={file}>
          {t('config.from')} <span className="mono">{file}</span>
        </p>
        <button
          type="button"
          className="btn sm"
          onClick={() => void opening.run(() => ask(bridge, 'settings.openFile', undefined))}
        >
          {t('config.openFile')}
        </button>
        <button type="button" className="btn sm" onClick={() => actions.act(server.name, 'edit')}>
          {t('action.edit')}
        </button>
        {asking ? (
          <RemoveConfirm
            name={server.name}
            onRemove={() => actions.remove(server.name)}
            onKeep={() => setAsking(false)}
          />
        ) : (
          <button type="button" className="btn sm danger" onClick={() => setAsking(true)}>
            {t('action.remove')}
          </button>
        )}
      </div>
      <InlineError error={opening.error} onDismiss={opening.clear} />
      <div className="well">
        <JsonTree
          value={{ [server.name]: asWritten(config, t('config.hidden')) }}
          label={t('config.entry')}
        />
      </div>
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
