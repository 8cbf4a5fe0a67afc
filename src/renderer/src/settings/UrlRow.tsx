import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsPatch } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

type Props = {
  /** The setting, which is also where its words are. */
  readonly setting: 'baseUrl' | 'clientMetadataUrl';
  readonly value: string;
  readonly note: ReactNode;
  /** It comes from somewhere that can't be changed here. */
  readonly isFixed?: boolean;
  readonly placeholder?: string;
  /** The button that takes the setting away; absent where there is none to take. */
  readonly removal?: { readonly label: string; readonly text: string } | undefined;
};

/** A setting that is an address. */
export function UrlRow({ setting, value, note, isFixed = false, placeholder, removal }: Props) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const shown = draft ?? value;
  const typed = shown.trim();

  const save = (url: string | null): void => {
    const patch = SettingsPatch.safeParse({ [setting]: url });
    setIsWrong(!patch.success);
    if (!patch.success) return;
    void saving
      .run(() => ask(bridge, 'settings.update', patch.data))
      .then((saved) => saved && setDraft(undefined));
  };

  return (
    <SettingRow
      label={t(`${setting}.label`)}
      htmlFor={id}
      note={isWrong ? <span className="st-failed">{t(`${setting}.wrong`)}</span> : note}
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
        {removal && (
          <button
            type="button"
            className="btn ghost"
            aria-label={removal.label}
            disabled={saving.busy}
            onClick={() => save(null)}
          >
            {removal.text}
          </button>
        )}
        <span className="field">
          <input
            id={id}
            className="mono"
            inputMode="url"
            aria-describedby={`${id}-note`}
            aria-invalid={isWrong}
            placeholder={placeholder}
            title={shown}
            spellCheck={false}
            autoComplete="off"
            maxLength={2048}
            disabled={isFixed}
            value={shown}
            onChange={(event) => {
              setDraft(event.target.value);
              setIsWrong(false);
            }}
          />
        </span>
        <button
          type="submit"
          className="btn"
          aria-label={t(`${setting}.save`)}
          disabled={isFixed || saving.busy || typed === value}
        >
          {t('save')}
        </button>
      </form>
    </SettingRow>
  );
}
