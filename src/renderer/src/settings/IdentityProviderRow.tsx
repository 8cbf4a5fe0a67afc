import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IdentityProvider } from '../../../shared/auth.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

type Props = { readonly provider: IdentityProvider | undefined };

/** The provider's address and our id there. What else settings.json says of it stays as it is. */
export function IdentityProviderRow({ provider }: Props) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const { issuer = '', clientId = '' } = provider ?? {};
  const [draft, setDraft] = useState({});
  const entered = { issuer, clientId, ...draft };
  const [isWrong, setIsWrong] = useState(false);
  const typed = { issuer: entered.issuer.trim(), clientId: entered.clientId.trim() };
  const isNew = typed.issuer !== issuer || typed.clientId !== clientId;
  const isWhole = typed.issuer !== '' && typed.clientId !== '';

  const update = async (identityProvider: IdentityProvider | null): Promise<void> => {
    const saved = await saving.run(() => ask(bridge, 'settings.update', { identityProvider }));
    if (saved) setDraft({});
  };
  const save = (): void => {
    const parsed = IdentityProvider.safeParse({ ...provider, ...typed });
    setIsWrong(!parsed.success);
    if (parsed.success) void update(parsed.data);
  };
  const field = (
    name: keyof typeof entered,
    label: string,
    more: { readonly id?: string; readonly 'aria-invalid'?: boolean },
  ) => (
    <span className="field">
      <input
        {...more}
        className="mono"
        aria-label={label}
        aria-describedby={`${id}-note`}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        maxLength={2048}
        value={entered[name]}
        onChange={(event) => {
          setDraft({ ...draft, [name]: event.target.value });
          setIsWrong(false);
        }}
      />
    </span>
  );

  return (
    <SettingRow
      label={t('identity.provider')}
      htmlFor={id}
      note={
        isWrong ? (
          <span className="st-failed">{t('identity.wrong')}</span>
        ) : (
          t(provider ? 'identity.isSet' : 'identity.isNone')
        )
      }
      noteId={`${id}-note`}
      saving={saving}
    >
      <form
        className="setting-form identity-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isNew && isWhole) save();
        }}
      >
        {provider && (
          <button
            type="button"
            className="btn ghost"
            aria-label={t('identity.remove')}
            disabled={saving.busy}
            onClick={() => void update(null)}
          >
            {t('remove')}
          </button>
        )}
        <span className="identity-fields">
          {field('issuer', t('identity.issuer'), { id, 'aria-invalid': isWrong })}
          {field('clientId', t('identity.clientId'), {})}
        </span>
        <button
          type="submit"
          className="btn"
          aria-label={t('identity.save')}
          disabled={saving.busy || !isNew || !isWhole}
        >
          {t('save')}
        </button>
      </form>
    </SettingRow>
  );
}
