import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { IdentityAccountRow } from './IdentityAccountRow.tsx';
import { IdentityProviderRow } from './IdentityProviderRow.tsx';
import { MetadataUrlRow } from './MetadataUrlRow.tsx';
import { SettingSection } from './SettingRow.tsx';

/** Who Patchbay is to authorization servers, and one sign-in for all servers that trust it. */
export function IdentitySection({ settings }: { readonly settings: SettingsView }) {
  const { t } = useTranslation('settings');
  const { identityProvider, clientMetadataUrl } = settings;
  return (
    <SettingSection name="identity" title={t('identity.title')}>
      <IdentityProviderRow provider={identityProvider} />
      {identityProvider && <IdentityAccountRow key={JSON.stringify(identityProvider)} />}
      <MetadataUrlRow value={clientMetadataUrl ?? ''} />
    </SettingSection>
  );
}
