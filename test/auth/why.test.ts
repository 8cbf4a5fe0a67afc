import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { badAnswer } from '../../src/main/auth/tokens/tokenFailure.ts';
import { fileWhys, whys } from '../../src/main/auth/why.ts';

const words: unknown = JSON.parse(
  readFileSync(
    new URL('../../src/renderer/src/i18n/locales/en/errors.json', import.meta.url),
    'utf8',
  ),
);
const sentences = new Map(Object.entries(words as Record<string, string>));

/** As the renderer puts params into a sentence. */
function filled(code: string, params: Readonly<Record<string, string | number>> = {}): string {
  return (sentences.get(code) ?? '').replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name]));
}

const all = [...Object.values(whys), ...Object.values(fileWhys)].map((why) =>
  typeof why === 'function' ? why(503) : why,
);

describe('why something failed', () => {
  it.each(all)('is said in the same words everywhere: $code', ({ code, text, ...rest }) => {
    expect(filled(code, 'params' in rest ? rest.params : {})).toBe(text);
  });

  it('goes with the failure, in words and as a code', () => {
    expect(badAnswer('a.example', whys.status(503)).error).toMatchObject({
      message:
        'a.example does not answer as an authorization server does: it fails with status 503',
      params: {
        host: 'a.example',
        status: 503,
        why: 'it fails with status 503',
        cause: 'auth/why-status',
      },
    });
  });

  it('without a translation stands for itself', () => {
    const { params } = badAnswer('a.example', 'it sings').error;
    expect(params).toEqual({ host: 'a.example', why: 'it sings', cause: 'it sings' });
  });
});
