import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { errorText } from '../../src/renderer/src/ui/errorText.ts';

const words = i18next.createInstance();
await words.init({
  lng: 'en',
  interpolation: { escapeValue: false },
  resources: {
    en: {
      errors: {
        'server/gone': '{{server}} ended',
        'server/crash-loop_one': 'Ended once: {{cause}}',
        'server/crash-loop_other': 'Ended {{count}} times: {{cause}}',
        'model/busy': '{{host}} is busy.',
        'config/unreadable': '{{file}}: {{why}}',
        'why/a-folder': 'it is a folder',
        'model/retrying': '{{cause}} Trying again in {{seconds}} s.',
      },
    },
  },
});

describe('errorText', () => {
  it.each([
    ['fills in the parameters', 'server/gone', { server: 'docs' }, 'docs ended'],
    ['counts', 'server/crash-loop', { count: 3, cause: 'x' }, 'Ended 3 times: x'],
    ['counts one', 'server/crash-loop', { count: 1, cause: 'x' }, 'Ended once: x'],
    ['keeps the message of an unknown code', 'other/thing', {}, 'the message'],
    [
      'puts the sentence of a cause in',
      'model/retrying',
      { cause: 'model/busy', host: 'h', seconds: 4 },
      'h is busy. Trying again in 4 s.',
    ],
    [
      'puts the sentence of a cause in where it counts',
      'server/crash-loop',
      { cause: 'server/gone', server: 'docs', count: 5 },
      'Ended 5 times: docs ended',
    ],
    [
      'puts the half sentence of a why in',
      'config/unreadable',
      { file: 'f', why: 'why/a-folder' },
      'f: it is a folder',
    ],
    ['keeps a why that is no code', 'config/unreadable', { file: 'f', why: 'EIO' }, 'f: EIO'],
    [
      'shows what outsiders say as it is',
      'server/gone',
      { server: '$t(other) {{count}} <b>' },
      '$t(other) {{count}} <b> ended',
    ],
  ])('%s', (_name, code, params, expected) => {
    expect(errorText(words, { code, params, message: 'the message' })).toBe(expected);
  });
});
