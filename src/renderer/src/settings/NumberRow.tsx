import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsPatch } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

type Props = {
  readonly field: keyof SettingsPatch;
  readonly label: string;
  /** What the settings say; absent where the usual value holds. */
  readonly own: number | undefined;
  readonly usual: number;
  /** Said when a number is not allowed. */
  readonly wrong: string;
};

/** A setting that is a number. */
export function NumberRow({ field, label, own, usual, wrong }: Props) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const value = String(own ?? usual);
  const shown = draft ?? value;
  const save = (next: number | null): void => {
    const patch = SettingsPatch.safeParse({ [field]: next });
    setIsWrong(!patch.success);
    if (!patch.success) return;
    void saving
      .run(() => ask(bridge, 'settings.update', patch.data))
      .then((saved) => saved && setDraft(undefined));
  };
  const note = t(own === undefined ? 'source.default' : 'source.settings');
  return (
    <SettingRow
      label={label}
      htmlFor={id}
      note={isWrong ? <span className="st-failed">{wrong}</span> : note}
      noteId={`${id}-note`}
      saving={saving}
    >
      <form
        className="setting-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(shown.trim() === '' ? null : Number(shown));
        }}
      >
        {own !== undefined && (
          <button
            type="button"
            className="btn ghost"
            aria-label={`${t('useDefault')}: ${label}`}
            disabled={saving.busy}
            onClick={() => save(null)}
          >
            {t('useDefault')}
          </button>
        )}
        <span className="field bound">
          <input
            id={id}
            className="mono"
            inputMode="numeric"
            aria-describedby={`${id}-note`}
            aria-invalid={isWrong}
            autoComplete="off"
            maxLength={12}
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
          aria-label={`${t('save')}: ${label}`}
          disabled={saving.busy || shown.trim() === value}
        >
          {t('save')}
        </button>
      </form>
    </SettingRow>
  );
}
