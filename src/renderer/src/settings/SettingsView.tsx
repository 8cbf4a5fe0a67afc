import './settings.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ManagedNote } from '../approvals/ManagedNote.tsx';
import { ChannelSettings } from '../channels/ChannelSettings.tsx';
import { KeychainBanner } from '../auth/KeychainBanner.tsx';
import { ConversationsSection } from '../history/ConversationsSection.tsx';
import { LogSettings } from '../logs/LogSettings.tsx';
import { usePlace, useSettings } from '../store/stores.ts';
import { TeamSettings } from '../team/TeamSettings.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { BackgroundSection } from './BackgroundSection.tsx';
import { BaseUrlRow } from './BaseUrlRow.tsx';
import { ContextSection } from './ContextSection.tsx';
import { IdentitySection } from './IdentitySection.tsx';
import { FilesSection } from './FilesSection.tsx';
import { HooksSection } from './HooksSection.tsx';
import { KeyRow } from './KeyRow.tsx';
import { ModelRow } from './ModelRow.tsx';
import { PathRow } from './PathRow.tsx';
import { PermissionsSection } from './PermissionsSection.tsx';
import { ProblemBanner } from './ProblemBanner.tsx';
import { SecretsSection } from './SecretsSection.tsx';
import { SettingSection } from './SettingRow.tsx';
import { ServersNote } from './ServersNote.tsx';
import { SettingsNav } from './SettingsNav.tsx';

export function SettingsView() {
  const { t } = useTranslation('settings');
  const place = usePlace();
  const settings = useSettings();
  const scroll = useRef<HTMLDivElement>(null);
  return (
    <main className="view settings">
      <header className="view-head">
        <h1>{t('title')}</h1>
      </header>
      <div className="notes">
        <ManagedNote />
        <ProblemBanner />
        <KeychainBanner problem={settings?.keychainProblem} />
      </div>
      <div ref={scroll} className="settings-scroll">
        {settings && (
          <div className="settings-in">
            <SettingSection name="model" title={t('model.title')}>
              <KeyRow
                settings={settings}
                focus={place.view === 'settings' && place.section === 'model'}
              />
              <ModelRow settings={settings} />
              <BaseUrlRow settings={settings} />
            </SettingSection>
            <ContextSection settings={settings} />
            <SettingSection name="connections" title={t('connections.title')}>
              <PathRow of="workspace" choice={settings.workspace} />
              <PathRow of="extraCaFile" choice={settings.extraCaFile} />
            </SettingSection>
            <IdentitySection settings={settings} />
            <PermissionsSection settings={settings} />
            <HooksSection settings={settings} />
            <TeamSettings settings={settings} />
            <ChannelSettings settings={settings} />
            <SecretsSection />
            <LogSettings settings={settings} />
            <AppearanceSection settings={settings} />
            <BackgroundSection settings={settings} />
            <ServersNote />
            <ConversationsSection />
            <FilesSection files={settings.files} />
          </div>
        )}
      </div>
      <SettingsNav scroll={scroll} />
    </main>
  );
}
