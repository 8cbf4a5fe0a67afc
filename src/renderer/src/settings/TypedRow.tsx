import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsPatch } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

type Props = {
  readonly label: string;
  /** Where the value comes from, or what it is for. */
  readonly note: ReactNode;
  /** Said in its place when what was typed is not allowed. */
  readonly wrong: string;
  /** What is in force, as it would be typed. */
  readonly value: string;
  /** What the settings are to say for what was typed; for an empty text, that they say nothing. */
  readonly toPatch: (typed: string) => unknown;
  readonly inputMode: 'url' | 'numeric';
  readonly placeholder?: string | undefined;
  /** It comes from somewhere that can't be changed here. */
  readonly isFixed?: boolean;
  readonly saveLabel: string;
  /** The button that takes the setting away; absent where there is none to take. */
  readonly removal?: { readonly label: string; readonly text: string } | undefined;
};

/** A setting that is typed into a field and saved by a button. */
export function TypedRow({
  label,
  note,
  wrong,
  value,
  toPatch,
  inputMode,
  placeholder,
  isFixed = false,
  saveLabel,
  removal,
}: Props) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const shown = draft ?? value;
  const typed = shown.trim();
  const isNumber = inputMode === 'numeric';

  const save = (text: string): void => {
    const patch = SettingsPatch.safeParse(toPatch(text));
    setIsWrong(!patch.success);
    if (!patch.success) return;
    void saving
      .run(() => ask(bridge, 'settings.update', patch.data))
      .then((saved) => saved && setDraft(undefined));
  };

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
          if (typed !== value) save(typed);
        }}
      >
        {removal && (
          <button
            type="button"
            className="btn ghost"
            aria-label={removal.label}
            disabled={saving.busy}
            onClick={() => save('')}
          >
            {removal.text}
          </button>
        )}
        <span className={isNumber ? 'field short' : 'field'}>
          <input
            id={id}
            className="mono"
            inputMode={inputMode}
            aria-describedby={`${id}-note`}
            aria-invalid={isWrong}
            placeholder={placeholder}
            title={shown}
            spellCheck={false}
            autoComplete="off"
            maxLength={isNumber ? 12 : 2048}
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
          aria-label={saveLabel}
          disabled={isFixed || saving.busy || typed === value}
        >
          {t('save')}
        </button>
      </form>
    </SettingRow>
  );
}
