import { useTranslation } from 'react-i18next';
import type { ValueSource } from '../../../shared/settings.ts';

const variables = { model: 'ANTHROPIC_MODEL', baseUrl: 'ANTHROPIC_BASE_URL' } as const;

/** Where a value in force comes from, and so why it may not be changed here. */
export function useSourceNote(name: keyof typeof variables, source: ValueSource): string {
  const { t } = useTranslation('settings');
  return t(`source.${source}`, { variable: variables[name] });
}
