import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientMetadataUrl } from '../../../shared/auth.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

/** Where authorization servers read who Patchbay is, instead of a registration at each. */
export function MetadataUrlRow({ value }: { readonly value: string }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const typed = (draft ?? value).trim();

  const save = (url: string | null): void => {
    const isGood = url === null || ClientMetadataUrl.safeParse(url).success;
    setIsWrong(!isGood);
    if (!isGood) return;
    void saving
      .run(() => ask(bridge, 'settings.update', { clientMetadataUrl: url }))
      .then((saved) => saved && setDraft(undefined));
  };

  return (
    <SettingRow
      label={t('metadataUrl.label')}
      htmlFor={id}
      note={
        isWrong ? (
          <span className="st-failed">{t('metadataUrl.wrong')}</span>
        ) : (
          t('metadataUrl.note')
        )
      }
      noteId={`${id}-note`}
      saving={saving}
    >
      <form
        className="setting-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== value) save(typed === '' ? null : typed);
        }}
      >
        {value !== '' && (
          <button
            type="button"
            className="btn ghost"
            aria-label={t('metadataUrl.remove')}
            disabled={saving.busy}
            onClick={() => save(null)}
          >
            {t('remove')}
          </button>
        )}
        <span className="field">
          <input
            id={id}
            className="mono"
            inputMode="url"
            aria-describedby={`${id}-note`}
            aria-invalid={isWrong}
            placeholder="https://"
            title={draft ?? value}
            spellCheck={false}
            autoComplete="off"
            maxLength={2048}
            value={draft ?? value}
            onChange={(event) => {
              setDraft(event.target.value);
              setIsWrong(false);
            }}
          />
        </span>
        <button
          type="submit"
          className="btn"
          aria-label={t('metadataUrl.save')}
          disabled={saving.busy || typed === value}
        >
          {t('save')}
        </button>
      </form>
    </SettingRow>
  );
}
