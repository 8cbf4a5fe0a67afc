import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { usualTeam } from '../../../shared/team.ts';
import type { TeamField } from '../../../shared/team.ts';
import { NumberRow } from '../settings/NumberRow.tsx';
import { SettingSection } from '../settings/SettingRow.tsx';

const fields: readonly TeamField[] = ['teammatePollSeconds', 'teammateIdleSeconds'];

/** How long teammates look for work. */
export function TeamSettings({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('teammates');
  return (
    <SettingSection name="team" title={t('settings.title')}>
      {fields.map((field) => (
        <NumberRow
          key={field}
          label={t(`settings.${field}`)}
          own={settings.team[field]}
          usual={usualTeam[field]}
          wrong={t('settings.wrong')}
          toPatch={(typed) => ({ [field]: typed })}
        />
      ))}
    </SettingSection>
  );
}
