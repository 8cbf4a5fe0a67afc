import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { useSourceNote } from './sourceNote.ts';
import { TypedRow } from './TypedRow.tsx';

/** The address of the Messages API, for those who go through a gateway. */
export function BaseUrlRow({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('settings');
  const { value, source } = settings.baseUrl;
  const removal = { label: t('baseUrl.default'), text: t('useDefault') };
  return (
    <TypedRow
      label={t('baseUrl.label')}
      note={useSourceNote('baseUrl', source)}
      wrong={t('baseUrl.wrong')}
      value={value}
      toPatch={(typed) => ({ baseUrl: typed === '' ? null : typed })}
      inputMode="url"
      isFixed={source === 'environment'}
      saveLabel={t('baseUrl.save')}
      removal={source === 'settings' ? removal : undefined}
    />
  );
}
