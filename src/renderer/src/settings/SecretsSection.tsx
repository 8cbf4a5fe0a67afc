import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NamedSecret } from '../../../shared/config.ts';
import { ask, useBridge } from '../api.ts';
import { useConfig } from '../store/stores.ts';
import { useFormat } from '../ui/useFormat.ts';
import { SettingRow, SettingSection } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

/** The secrets that entries refer to: their names, and whether the keychain has them. */
export function SecretsSection() {
  const { t } = useTranslation('approvals');
  const bridge = useBridge();
  const config = useConfig();
  const [secrets, setSecrets] = useState<readonly NamedSecret[]>([]);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void bridge.request('config.secrets', undefined).then((result) => {
      if (isCurrent && result.ok) setSecrets(result.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [bridge, config, asked]);
  if (secrets.length === 0) return null;
  return (
    <SettingSection name="secrets" title={t('secrets.title')}>
      {secrets.map((secret) => (
        <SecretRow key={secret.name} secret={secret} onChanged={() => setAsked((n) => n + 1)} />
      ))}
    </SettingSection>
  );
}

type Props = { readonly secret: NamedSecret; readonly onChanged: () => void };

function SecretRow({ secret, onChanged }: Props) {
  const { t } = useTranslation('approvals');
  const { list } = useFormat();
  const bridge = useBridge();
  const saving = useSaving();
  const [value, setValue] = useState('');
  const { name, servers, isKept } = secret;
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (!(await saving.run(work))) return;
    setValue('');
    onChanged();
  };
  return (
    <SettingRow
      label={name}
      note={t(isKept ? 'secrets.kept' : 'secrets.missing', { servers: list(servers) })}
      saving={saving}
    >
      <form
        className="setting-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (value !== '') void run(() => ask(bridge, 'adding.giveSecret', { name, value }));
        }}
      >
        {isKept && (
          <button
            type="button"
            className="btn ghost"
            aria-label={t('secrets.forgetOf', { name })}
            disabled={saving.busy}
            onClick={() => void run(() => ask(bridge, 'config.forgetSecret', name))}
          >
            {t('secrets.forget')}
          </button>
        )}
        <span className="field">
          <input
            type="password"
            aria-label={t('secrets.valueOf', { name })}
            autoComplete="off"
            spellCheck={false}
            maxLength={32_768}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </span>
        <button
          type="submit"
          className="btn"
          aria-label={t('secrets.saveOf', { name })}
          disabled={saving.busy || value === ''}
        >
          {t('secrets.save')}
        </button>
      </form>
    </SettingRow>
  );
}
