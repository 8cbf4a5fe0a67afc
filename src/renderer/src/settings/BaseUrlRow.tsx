import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsPatch } from '../../../shared/settings.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSourceNote } from './sourceNote.ts';
import { useSaving } from './useSaving.ts';

/** The address of the Messages API, for those who go through a gateway. */
export function BaseUrlRow({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const { value, source } = settings.baseUrl;
  const [draft, setDraft] = useState<string>();
  const typed = draft ?? value;
  const [wrong, setWrong] = useState(false);
  const fixed = source === 'environment';
  const note = useSourceNote('baseUrl', source);

  const save = (baseUrl: string | null): void => {
    const parsed = SettingsPatch.safeParse({ baseUrl });
    setWrong(!parsed.success);
    if (!parsed.success) return;
    void saving
      .run(() => ask(bridge, 'settings.update', { baseUrl }))
      .then((saved) => saved && setDraft(undefined));
  };

  return (
    <SettingRow
      label={t('baseUrl.label')}
      htmlFor={id}
      note={wrong ? <span className="st-failed">{t('baseUrl.wrong')}</span> : note}
      noteId={`${id}-note`}
      saving={saving}
    >
      <form
        className="setting-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== value) save(typed.trim() === '' ? null : typed.trim());
        }}
      >
        {source === 'settings' && (
          <button
            type="button"
            className="btn ghost"
            aria-label={t('baseUrl.default')}
            onClick={() => save(null)}
          >
            {t('useDefault')}
          </button>
        )}
        <span className="field">
          <input
            id={id}
            className="mono"
            inputMode="url"
            aria-describedby={`${id}-note`}
            aria-invalid={wrong}
            spellCheck={false}
            autoComplete="off"
            disabled={fixed}
            value={typed}
            onChange={(event) => {
              setDraft(event.target.value);
              setWrong(false);
            }}
          />
        </span>
        <button
          type="submit"
          className="btn"
          disabled={fixed || saving.busy || typed.trim() === value}
          aria-label={t('baseUrl.save')}
        >
          {t('save')}
        </button>
      </form>
    </SettingRow>
  );
}
