import { useTranslation } from 'react-i18next';
import { useSettings } from '../store/stores.ts';

/** What answers: the demo model, or the model chosen; undefined until main has told. */
export function useModelName(): string | undefined {
  const { t } = useTranslation('common');
  const settings = useSettings();
  if (!settings) return undefined;
  return settings.demo ? t('strip.demo') : settings.model.value;
}
