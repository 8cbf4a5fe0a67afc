import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow, SettingSection } from '../settings/SettingRow.tsx';
import { useSaving } from '../settings/useSaving.ts';
import { BoundRow } from './BoundRow.tsx';

/** What is told of while the window is not in front, and how much a server may send by itself. */
export function ChannelSettings({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('channels');
  const bridge = useBridge();
  const saving = useSaving();
  const change = (notifications: boolean) =>
    saving.run(() =>
      ask(bridge, 'settings.update', { notifications: notifications ? null : false }),
    );
  return (
    <SettingSection title={t('settings.title')}>
      <SettingRow
        label={t('settings.notices')}
        htmlFor="setting-notices"
        note={t('settings.noticesNote')}
        noteId="setting-notices-note"
        saving={saving}
      >
        <span className="form-switch">
          <input
            id="setting-notices"
            type="checkbox"
            role="switch"
            aria-describedby="setting-notices-note"
            checked={settings.notifications}
            onChange={(event) => void change(event.target.checked)}
          />
        </span>
      </SettingRow>
      {(['burst', 'perMinute', 'waiting', 'waitingBytes'] as const).map((bound) => (
        <BoundRow key={bound} bound={bound} bounds={settings.channelBounds} />
      ))}
    </SettingSection>
  );
}
