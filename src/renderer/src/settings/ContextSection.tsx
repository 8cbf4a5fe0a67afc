import { useTranslation } from 'react-i18next';
import { contextFields, usualContext } from '../../../shared/context.ts';
import type { ContextField } from '../../../shared/context.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { NumberRow } from './NumberRow.tsx';
import { SettingSection } from './SettingRow.tsx';

const fields: readonly ContextField[] = [
  'deferToolsOver',
  'deferToolsPercent',
  'compactAtPercent',
  'contextWindow',
];

/** How much goes into a request. */
export function ContextSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('context');
  const wrong = (field: ContextField) => {
    const { minValue, maxValue } = contextFields[field];
    return t('setting.wrong', { least: minValue, most: maxValue });
  };
  return (
    <SettingSection name="context" title={t('title')}>
      {fields.map((field) => (
        <NumberRow
          key={field}
          label={t(`setting.${field}.label`)}
          own={settings.context[field]}
          usual={field === 'contextWindow' ? undefined : usualContext[field]}
          placeholder={t('setting.byModel')}
          note={t(`setting.${field}.note`)}
          wrong={wrong(field)}
          toPatch={(typed) => ({ [field]: typed })}
        />
      ))}
    </SettingSection>
  );
}
