import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../src/renderer/src/i18n/locales/', import.meta.url);
const namespaces = readdirSync(new URL('en/', folder));

/** The dotted keys of a file; a plural's forms count as one, since languages differ in them. */
function keysOf(language: string, file: string): readonly string[] {
  const content: unknown = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'));
  const keys = new Set<string>();
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) {
      keys.add(path.replace(/_(?:one|other)$/, ''));
      return;
    }
    for (const [name, child] of Object.entries(value)) {
      visit(child, path === '' ? name : `${path}.${name}`);
    }
  };
  visit(content, '');
  return [...keys].sort();
}

describe.each(['zh', 'ja'])('the words in %s', (language) => {
  it.each(namespaces)('are those of %s', (file) => {
    expect(keysOf(language, file)).toEqual(keysOf('en', file));
  });
});
