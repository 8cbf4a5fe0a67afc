import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toolNoteCodes } from '../../src/shared/toolNote.ts';

it('every reason that a tool can be refused or repaired for has its words', () => {
  const file = join(import.meta.dirname, '../../src/renderer/src/i18n/locales/en/verdicts.json');
  const words: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const notes = words as { readonly note: Readonly<Record<string, string>> };
  expect(Object.keys(notes.note).sort()).toEqual([...toolNoteCodes].sort());
});
