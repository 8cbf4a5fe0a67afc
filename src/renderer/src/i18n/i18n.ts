import i18next from 'i18next';
import type { i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../../shared/settings.ts';

const files = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** `locales/<language>/<namespace>.json`: a namespace per view, plus `common` and `errors`. */
function resources(): Record<string, Record<string, Record<string, unknown>>> {
  const all: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const [path, content] of Object.entries(files)) {
    const [, language = '', namespace = ''] = /([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    (all[language] ??= {})[namespace] = content;
  }
  return all;
}

/** The best of our languages for what the system prefers. */
export function systemLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === 'en' || language === 'zh' || language === 'ja') return language;
  }
  return 'en';
}

export function createI18n(language: Language): i18n {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: resources(),
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance;
}
