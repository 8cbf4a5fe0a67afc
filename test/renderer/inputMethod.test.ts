import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isComposing } from '../../src/renderer/src/ui/inputMethod.ts';

it.each([
  ['Enter that takes over a word', { isComposing: true, keyCode: 229 }, true],
  ['Enter that takes over a word, on macOS', { isComposing: true, keyCode: 13 }, true],
  [
    'the key that ends a composition, told after its end',
    { isComposing: false, keyCode: 229 },
    true,
  ],
  ['Enter', { isComposing: false, keyCode: 13 }, false],
])('tells whose key it is: %s', (_what, key, expected) => {
  expect(isComposing(key)).toBe(expected);
});

const renderer = join(import.meta.dirname, '../../src/renderer/src');
/** Files whose Enter or Escape never comes from a field, or comes by way of one that has asked. */
const withoutFields = [
  'auth/SignOutButton.tsx',
  'logs/LogList.tsx',
  'offers/useOfferPicker.tsx',
  'servers/RemoveConfirm.tsx',
  'servers/ServerTable.tsx',
];

it('is asked by everyone who acts on Enter or Escape in a field', () => {
  const acting = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(renderer, file), 'utf8') }))
    .filter(({ text }) => /\.key [!=]== '(?:Enter|Escape)'/.test(text));
  const unasked = acting
    .filter(({ text }) => !text.includes('isComposing('))
    .map(({ file }) => file);
  expect(unasked.sort()).toEqual(withoutFields);
});
