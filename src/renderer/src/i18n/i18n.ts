import i18next from 'i18next';
import type { FormatterModule, i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../../shared/settings.ts';
import { formatCount } from '../ui/format.ts';

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

/** Writes counts as the language does; all other values stand as they are. */
const formatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format(value: unknown, _format, language = 'en', options = {}) {
    if (typeof value === 'string') return value;
    if (typeof value !== 'number') return '';
    return options['interpolationkey'] === 'count' ? formatCount(value, language) : String(value);
  },
};

export function createI18n(language: Language): i18n {
  const instance = i18next.createInstance();
  void instance
    .use(initReactI18next)
    .use(formatter)
    .init({
      lng: language,
      fallbackLng: 'en',
      defaultNS: 'common',
      resources: resources(),
      interpolation: { escapeValue: false, alwaysFormat: true },
      initAsync: false,
    });
  return instance;
}
