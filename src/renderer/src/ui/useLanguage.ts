import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { systemLanguage } from '../i18n/i18n.ts';

/** Shows the language of the settings, or the system's best when they name none. */
export function useLanguage(settings: SettingsView | undefined): void {
  const { i18n } = useTranslation();
  const language = settings?.language ?? systemLanguage(navigator.languages);
  useEffect(() => {
    if (i18n.language !== language) void i18n.changeLanguage(language);
    document.documentElement.lang = language;
  }, [i18n, language]);
}
