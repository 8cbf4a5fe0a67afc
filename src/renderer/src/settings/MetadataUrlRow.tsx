import { useTranslation } from 'react-i18next';
import { UrlRow } from './UrlRow.tsx';

/** Where authorization servers read who Patchbay is, instead of a registration at each. */
export function MetadataUrlRow({ value }: { readonly value: string }) {
  const { t } = useTranslation('settings');
  const removal = { label: t('clientMetadataUrl.remove'), text: t('remove') };
  return (
    <UrlRow
      setting="clientMetadataUrl"
      value={value}
      note={t('clientMetadataUrl.note')}
      placeholder="https://"
      removal={value === '' ? undefined : removal}
    />
  );
}
