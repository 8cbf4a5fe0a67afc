import { useTranslation } from 'react-i18next';
import { usualNotices } from '../../../shared/notices.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { useKeyWords } from '../keys/useCommand.ts';
import { NumberRow } from './NumberRow.tsx';
import { SettingSection } from './SettingRow.tsx';
import { SwitchRow } from './SwitchRow.tsx';

/** What is told of while the window is not in front, and what goes on when it is closed. */
export function BackgroundSection({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('background');
  const keys = useKeyWords('window.quit').words;
  return (
    <SettingSection name="background" title={t('title')}>
      <SwitchRow
        label={t('notices')}
        note={t('noticesNote')}
        isOn={settings.notifications}
        toPatch={(isOn) => ({ notifications: isOn ? null : false })}
      />
      <NumberRow
        label={t('turns')}
        note={t('turnsNote')}
        own={settings.turnNoticeSeconds}
        usual={usualNotices.turnNoticeSeconds}
        wrong={t('turnsWrong')}
        toPatch={(turnNoticeSeconds) => ({ turnNoticeSeconds })}
      />
      <SwitchRow
        label={t('tray')}
        note={settings.tray ? t('trayOn', { keys }) : t('trayOff')}
        isOn={settings.tray}
        toPatch={(isOn) => ({ tray: isOn ? true : null })}
      />
    </SettingSection>
  );
}
