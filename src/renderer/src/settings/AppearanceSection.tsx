import { useTranslation } from 'react-i18next';
import { Language, Theme } from '../../../shared/settings.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { Select } from '../ui/Select.tsx';
import { SettingRow, SettingSection } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

/** Each language under its own name, so that one who can't read the current one finds theirs. */
const languageNames: Record<Language, string> = { en: 'English', zh: '中文', ja: '日本語' };

export function AppearanceSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const language = useSaving();
  const theme = useSaving();
  return (
    <SettingSection name="appearance" title={t('appearance.title')}>
      <SettingRow label={t('appearance.language')} saving={language}>
        <Select<Language | 'system'>
          label={t('appearance.language')}
          value={settings.language ?? 'system'}
          options={[
            { value: 'system', label: t('appearance.system') },
            ...Language.options.map((value) => ({ value, label: languageNames[value] })),
          ]}
          onChange={(value) => {
            const patch = { language: value === 'system' ? null : value };
            void language.run(() => ask(bridge, 'settings.update', patch));
          }}
        />
      </SettingRow>
      <SettingRow label={t('appearance.theme')} saving={theme}>
        <Select
          label={t('appearance.theme')}
          value={settings.theme}
          options={Theme.options.map((value) => ({ value, label: t(`appearance.${value}`) }))}
          onChange={(value) =>
            void theme.run(() => ask(bridge, 'settings.update', { theme: value }))
          }
        />
      </SettingRow>
    </SettingSection>
  );
}
