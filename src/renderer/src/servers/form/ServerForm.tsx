import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../../shared/errors.ts';
import type { ServerEdit, ServerSummary } from '../../../../shared/server.ts';
import { useBridge } from '../../api.ts';
import { Icon } from '../../ui/Icon.tsx';
import { InlineError } from '../../ui/InlineError.tsx';
import { ServerFormBody } from './ServerFormBody.tsx';

type Props = {
  /** The server being edited; absent while one is added. */
  readonly server: ServerSummary | undefined;
  /** The choice of another way to add one. */
  readonly ways?: ReactNode;
  readonly pasted: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
};

/** The form to add or edit a server; an existing entry is fetched before its fields show. */
export function ServerForm({ server, ways, pasted, taken, onClose, onSaved }: Props) {
  const { t } = useTranslation('servers');
  const bridge = useBridge();
  const name = server?.name;
  const [config, setConfig] = useState<ServerEdit>();
  const [error, setError] = useState<AppError>();
  useEffect(() => {
    if (name === undefined) return;
    let current = true;
    void bridge.request('servers.detail', name).then((result) => {
      if (!current) return;
      if (result.ok) setConfig(result.value.config);
      else setError(result.error);
    });
    return () => {
      current = false;
    };
  }, [bridge, name]);

  const title = name === undefined ? t('form.add') : t('form.edit', { server: name });
  return (
    <section className="detail" aria-label={title}>
      {name === undefined || config ? (
        <ServerFormBody
          title={title}
          entry={name !== undefined && config ? { name, config } : undefined}
          ways={ways}
          pasted={pasted}
          taken={taken}
          onClose={onClose}
          onSaved={onSaved}
        />
      ) : (
        <>
          <header className="detail-head">
            <h2 className="cut-line grow">{title}</h2>
            <button
              type="button"
              className="icon sm"
              aria-label={t('detail.close')}
              onClick={onClose}
            >
              <Icon name="x" />
            </button>
          </header>
          <div className="notes">
            <InlineError error={error} />
          </div>
        </>
      )}
    </section>
  );
}
