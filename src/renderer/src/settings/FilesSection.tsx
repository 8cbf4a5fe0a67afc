import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { useCopy } from '../logs/useCopy.ts';
import { Icon } from '../ui/Icon.tsx';
import { SettingRow, SettingSection } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

const names = ['settings', 'database', 'data', 'workspace'] as const;

/** Where everything is kept. */
export function FilesSection({ files }: { files: SettingsView['files'] }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const opening = useSaving();
  return (
    <SettingSection title={t('files.title')}>
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
          <CopyPath path={files[name]} label={t('files.copy', { name: t(`files.${name}`) })} />
        </SettingRow>
      ))}
    </SettingSection>
  );
}

function CopyPath({ path, label }: { path: string; label: string }) {
  const { t } = useTranslation('settings');
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      className="icon sm"
      aria-label={copied ? t('files.copied') : label}
      title={label}
      onClick={() => copy(path)}
    >
      <Icon name={copied ? 'check' : 'copy'} className="s14" />
    </button>
  );
}
