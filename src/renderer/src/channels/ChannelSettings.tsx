import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { SettingSection } from '../settings/SettingRow.tsx';
import { BoundRow } from './BoundRow.tsx';

/** How much a server may send by itself. */
export function ChannelSettings({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('channels');
  return (
    <SettingSection name="channels" title={t('settings.title')}>
      {(['burst', 'perMinute', 'waiting', 'waitingBytes'] as const).map((bound) => (
        <BoundRow key={bound} bound={bound} bounds={settings.channelBounds} />
      ))}
    </SettingSection>
  );
}
