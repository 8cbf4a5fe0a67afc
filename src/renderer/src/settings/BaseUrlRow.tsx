import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { useSourceNote } from './sourceNote.ts';
import { UrlRow } from './UrlRow.tsx';

/** The address of the Messages API, for those who go through a gateway. */
export function BaseUrlRow({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('settings');
  const { value, source } = settings.baseUrl;
  const removal = { label: t('baseUrl.default'), text: t('useDefault') };
  return (
    <UrlRow
      setting="baseUrl"
      value={value}
      note={useSourceNote('baseUrl', source)}
      isFixed={source === 'environment'}
      removal={source === 'settings' ? removal : undefined}
    />
  );
}
