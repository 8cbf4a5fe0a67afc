import { useTranslation } from 'react-i18next';
import { useGo } from '../store/stores.ts';
import { SettingSection } from './SettingRow.tsx';

const example = `"mcpServers": {
  "files": {
    "command": "npx",
    "args": ["-y", "@modelcontextprotocol/server-filesystem", "."]
  }
}`;

/** How to add a server by hand, for those who keep their settings in files. */
export function ServersNote() {
  const { t } = useTranslation('settings');
  const go = useGo();
  return (
    <SettingSection name="servers" title={t('servers.title')}>
      <div className="setting-text">
        <p>{t('servers.how')}</p>
        <pre className="well" tabIndex={0} aria-label={t('servers.example')}>
          {example}
        </pre>
        <button
          type="button"
          className="btn sm"
          onClick={() => go({ view: 'servers', form: 'add' })}
        >
          {t('servers.form')}
        </button>
      </div>
    </SettingSection>
  );
}
