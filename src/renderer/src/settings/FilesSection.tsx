import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SettingRow, SettingSection } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

const names = ['settings', 'database', 'data'] as const;

/** Where everything is kept. */
export function FilesSection({ files }: { files: SettingsView['files'] }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const opening = useSaving();
  return (
    <SettingSection name="files" title={t('files.title')}>
      {names.map((name) => (
        <SettingRow
          key={name}
          label={t(`files.${name}`)}
          note={<span className="mono path">{files[name]}</span>}
          {...(name === 'settings' ? { saving: { ...opening, saved: false } } : {})}
        >
          {name === 'settings' && (
            <button
              type="button"
              className="btn sm"
              onClick={() => void opening.run(() => ask(bridge, 'settings.openFile', undefined))}
            >
              {t('files.open')}
            </button>
          )}
          <CopyButton
            text={() => files[name]}
            label={t('files.copy', { name: t(`files.${name}`) })}
          />
        </SettingRow>
      ))}
    </SettingSection>
  );
}
