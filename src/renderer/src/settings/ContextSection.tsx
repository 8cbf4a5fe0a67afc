import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contextFields, usualContext } from '../../../shared/context.ts';
import type { ContextField } from '../../../shared/context.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow, SettingSection } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

const fields: readonly ContextField[] = [
  'deferToolsOver',
  'deferToolsPercent',
  'compactAtPercent',
  'contextWindow',
];

/** How much goes into a request. */
export function ContextSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('context');
  return (
    <SettingSection title={t('title')}>
      {fields.map((field) => (
        <NumberRow key={field} field={field} value={settings.context[field]} />
      ))}
    </SettingSection>
  );
}

/** A number with what is usual in place of nothing. */
function NumberRow({ field, value }: { field: ContextField; value: number | undefined }) {
  const { t } = useTranslation(['context', 'settings']);
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const saved = value === undefined ? '' : String(value);
  const shown = draft ?? saved;
  const usual = field === 'contextWindow' ? undefined : usualContext[field];
  const { minValue, maxValue } = contextFields[field];

  const save = (): void => {
    const typed = shown.trim();
    const next = typed === '' ? null : Number(typed);
    const fits = next === null || contextFields[field].safeParse(next).success;
    setIsWrong(!fits);
    if (!fits || typed === saved) return;
    void saving
      .run(() => ask(bridge, 'settings.update', { [field]: next }))
      .then((worked) => worked && setDraft(undefined));
  };

  return (
    <SettingRow
      label={t(`setting.${field}.label`)}
      htmlFor={id}
      noteId={`${id}-note`}
      saving={saving}
      note={
        isWrong ? (
          <span className="st-failed">
            {t('setting.wrong', { least: minValue, most: maxValue })}
          </span>
        ) : (
          t(`setting.${field}.note`)
        )
      }
    >
      <form
        className="setting-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <span className="field short">
          <input
            id={id}
            className="mono"
            inputMode="numeric"
            aria-describedby={`${id}-note`}
            aria-invalid={isWrong}
            placeholder={usual === undefined ? t('setting.byModel') : String(usual)}
            autoComplete="off"
            maxLength={12}
            value={shown}
            onChange={({ target }) => {
              setDraft(target.value);
              setIsWrong(false);
            }}
          />
        </span>
        <button
          type="submit"
          className="btn"
          aria-label={t('setting.save', { setting: t(`setting.${field}.label`) })}
          disabled={saving.busy || shown.trim() === saved}
        >
          {t('settings:save')}
        </button>
      </form>
    </SettingRow>
  );
}
