import { readFileSync } from 'node:fs';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { errorText } from '../../src/renderer/src/ui/errorText.ts';
import { crossAppRefused } from '../../src/main/auth/identity/crossApp.ts';

const refusal = { host: 'a.example', error: 'invalid_grant', description: 'it has expired' };

function words(language: string): unknown {
  const path = `../../src/renderer/src/i18n/locales/${language}/errors.json`;
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

describe('cross-app access', () => {
  it.each([
    ['identity-provider', 'The identity provider'],
    ['authorization-server', "The server's authorization server"],
    ['server', 'The server'],
  ] as const)('says that the %s refused', (party, name) => {
    const { error } = crossAppRefused(party, refusal);
    expect(error.message).toBe(`${name} a.example refuses (invalid_grant): it has expired`);
    expect(error.params).toMatchObject({ party, ...refusal });
  });

  it.each([
    ['en', 'The identity provider a.example refuses (invalid_grant): it has expired'],
    ['zh', '身份提供方 a.example 拒绝了请求（invalid_grant）：it has expired'],
    ['ja', 'ID プロバイダー a.example が拒否しました（invalid_grant）: it has expired'],
  ])('says so in the language %s', async (lng, sentence) => {
    const i18n = createInstance();
    const resources = { [lng]: { errors: words(lng) as Record<string, string> } };
    await i18n.init({ lng, resources, interpolation: { escapeValue: false } });
    expect(errorText(i18n, crossAppRefused('identity-provider', refusal).error)).toBe(sentence);
  });
});
