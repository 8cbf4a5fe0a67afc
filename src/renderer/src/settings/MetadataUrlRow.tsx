import { useTranslation } from 'react-i18next';
import { TypedRow } from './TypedRow.tsx';

/** Where authorization servers read who Patchbay is, instead of a registration at each. */
export function MetadataUrlRow({ value }: { readonly value: string }) {
  const { t } = useTranslation('settings');
  const removal = { label: t('clientMetadataUrl.remove'), text: t('remove') };
  return (
    <TypedRow
      label={t('clientMetadataUrl.label')}
      note={t('clientMetadataUrl.note')}
      wrong={t('clientMetadataUrl.wrong')}
      value={value}
      toPatch={(typed) => ({ clientMetadataUrl: typed === '' ? null : typed })}
      inputMode="url"
      placeholder="https://"
      saveLabel={t('clientMetadataUrl.save')}
      removal={value === '' ? undefined : removal}
    />
  );
}
