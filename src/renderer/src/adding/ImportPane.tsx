import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientName } from '../../../shared/adding.ts';
import type { FoundFile, FoundServer } from '../../../shared/adding.ts';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useFormat } from '../ui/useFormat.ts';
import { FoundRow } from './FoundRow.tsx';
import { SecretFields } from './SecretFields.tsx';

/** Servers that other clients on this machine have, to be taken over one by one. */
export function ImportPane({ onSaved }: { readonly onSaved: (name: string) => void }) {
  const { t } = useTranslation('adding');
  const { list } = useFormat();
  const bridge = useBridge();
  const looking = useAction();
  const taking = useAction();
  const [files, setFiles] = useState<readonly FoundFile[]>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [added, setAdded] = useState<readonly string[]>();
  const [secrets, setSecrets] = useState<readonly string[]>([]);
  const { run: look } = looking;

  const find = useCallback(
    () => look(async () => setFiles(await ask(bridge, 'adding.found', undefined))),
    [bridge, look],
  );
  useEffect(() => void find(), [find]);

  const servers = (files ?? []).flatMap((file) => file.servers);
  const picked = servers.filter(({ key }) => chosen.has(key));
  const take = async (): Promise<void> => {
    const asked = [...new Set(picked.flatMap(({ asksFor }) => asksFor))];
    const keys = picked.map(({ key }) => key);
    await taking.run(async () => {
      const names = await ask(bridge, 'adding.import', keys);
      setAdded(names);
      setSecrets(asked);
      setChosen(new Set());
      const [first] = names;
      if (asked.length === 0 && first !== undefined && names.length === 1) onSaved(first);
    });
    await find();
  };
  const toggle = ({ key }: FoundServer): void => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };

  return (
    <div className="adding">
      <div className="panels adding-body">
        <InlineError error={looking.error} />
        <InlineError error={taking.error} onDismiss={taking.clear} />
        {added && (
          <p className="adding-done" role="status">
            {t('import.done', { count: added.length, names: list(added) })}
          </p>
        )}
        {secrets.length > 0 && (
          <SecretFields
            names={secrets}
            onGiven={(name) => setSecrets(secrets.filter((other) => other !== name))}
          />
        )}
        {files?.length === 0 && (
          <p className="quiet">
            {t('import.none', {
              clients: list(ClientName.options.map((client) => t(`client.${client}`))),
            })}
          </p>
        )}
        {files?.map((file) => (
          <section key={file.file} className="found-file">
            <h3>
              {t(`client.${file.client}`)}
              <span className="mono quiet">{file.file}</span>
            </h3>
            <InlineError error={file.problem} />
            <ul>
              {file.servers.map((server) => (
                <FoundRow
                  key={server.key}
                  server={server}
                  isChosen={chosen.has(server.key)}
                  onToggle={() => toggle(server)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {servers.length > 0 && (
        <footer className="adding-foot">
          <p className="quiet grow">{t('import.note')}</p>
          <button
            type="button"
            className="btn primary sm"
            disabled={picked.length === 0 || taking.busy}
            onClick={() => void take()}
          >
            {t('import.take', { count: picked.length })}
          </button>
        </footer>
      )}
    </div>
  );
}
