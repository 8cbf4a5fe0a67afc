import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callbackPage } from '../../src/main/auth/browser/callbackPage.ts';

const outcomes = ['done', 'denied', 'failed', 'foreign'] as const;
const languages = ['en', 'zh', 'ja'];

describe('the page that the browser ends at', () => {
  it.each(languages)(
    'tells in %s to go back to Patchbay, and runs and loads nothing',
    (language) => {
      for (const outcome of outcomes) {
        const { html, headers } = callbackPage(outcome, language);
        expect(html).toContain(`<html lang="${language}">`);
        expect(html.match(/<p>.*Patchbay.*<\/p>|<h1>.*Patchbay.*<\/h1>/)).not.toBeNull();
        expect(html).not.toMatch(/<script|<img|<link|<a |https?:|\son\w+=/i);
        expect(headers['content-security-policy']).toMatch(
          /^default-src 'none'; style-src 'sha256-/,
        );
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        });
      }
    },
  );

  it('allows its own style by hash, as a browser counts it', () => {
    const { html, headers } = callbackPage('done', 'en');
    const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  });

  it('says something else in each language for each end', () => {
    const pages = languages.flatMap((language) =>
      outcomes.map((outcome) => callbackPage(outcome, language).html),
    );
    expect(new Set(pages).size).toBe(languages.length * outcomes.length);
  });

  it.each([
    ['zh-CN', 'zh'],
    ['ja-JP', 'ja'],
    ['EN-us', 'en'],
    ['de', 'en'],
    ['', 'en'],
    ['"><script>', 'en'],
  ])('is for %j in %s', (language, expected) => {
    expect(callbackPage('done', language).html).toContain(`<html lang="${expected}">`);
  });
});
