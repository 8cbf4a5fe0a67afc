import { expect, it } from 'vitest';
import { wholeLog } from '../../src/renderer/src/logs/logFilter.ts';
import type { LogChoice } from '../../src/renderer/src/logs/logFilter.ts';
import { rememberChoice, rememberedChoice } from '../../src/renderer/src/logs/rememberedChoice.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    kept,
  };
}

it('is the whole log until something was chosen, and then that', () => {
  const storage = memory();
  expect(rememberedChoice(storage)).toBe(wholeLog);
  const choice: LogChoice = {
    text: 'tools/',
    server: 'docs',
    minLevel: 'warn',
    hiddenKinds: new Set(['noise', 'http']),
    errorsOnly: true,
  };
  rememberChoice(storage, choice);
  expect(rememberedChoice(storage)).toEqual(choice);
});

it.each([
  '',
  '{',
  '{"text":1}',
  '{"text":"","minLevel":"loud","hiddenKinds":[],"errorsOnly":true}',
])('is the whole log where %j was kept', (text) => {
  const storage = memory();
  storage.setItem('patchbay.log-filter', text);
  expect(rememberedChoice(storage)).toBe(wholeLog);
});
