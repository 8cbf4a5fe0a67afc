import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../src');
const locales = join(source, 'renderer/src/i18n/locales/en');

type Source = { readonly file: string; readonly text: string };
const sources: readonly Source[] = ['renderer', 'shared', 'main'].flatMap((room) =>
  readdirSync(join(source, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(source, room, file), 'utf8') })),
);

/** `namespace:dotted.key` of every word there is; the forms of a plural are one. */
const keys = new Set(
  readdirSync(locales).flatMap((file) => {
    const content: unknown = JSON.parse(readFileSync(join(locales, file), 'utf8'));
    return leaves(content).map((key) => `${file.replace('.json', '')}:${key}`);
  }),
);

function leaves(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path.replace(/_(?:one|other)$/, '')];
  return Object.entries(value).flatMap(([name, child]) =>
    leaves(child, path === '' ? name : `${path}.${name}`),
  );
}

/** What a string or template of the source may stand for: a hole is any text. */
function written({ text }: Source): readonly string[] {
  const plain = [...text.matchAll(/'([\w:./-]+)'/g)].map(([, body = '']) => body);
  const templates = [...text.matchAll(/`((?:[\w:./-]|\$\{[^}]*\})+)`/g)].map(
    ([, body = '']) => body,
  );
  return [...plain, ...templates];
}

const asPattern = (body: string): RegExp =>
  new RegExp(
    `^(?:[\\w-]+:)?${body
      .replace(/\$\{[^}]*\}/g, '\0')
      .replace(/[.*+?^()|[\]\\/]/g, '\\$&')
      .replace(/\0/g, '.+')}$`,
  );

/** A template with a name of its own: one of holes alone would stand for anything. */
const hasName = (body: string): boolean =>
  /^(?:[\w-]+:)?(?:\w[\w-]+[./-].*\$\{|\$\{[^}]*\}[.-][\w-]{2,})/.test(body);

describe('the words of the window', () => {
  it('are all used', () => {
    const bodies = new Set(sources.flatMap(written));
    const plain = new Set([...bodies].filter((body) => !body.includes('$')));
    const patterns = [...bodies].filter(hasName).map(asPattern);
    const unused = [...keys].filter((full) => {
      const key = full.slice(full.indexOf(':') + 1);
      return !plain.has(full) && !plain.has(key) && !patterns.some((one) => one.test(full));
    });
    expect(unused).toEqual([]);
  });

  it('are all there', () => {
    const missing = sources.flatMap(({ file, text }) => {
      const named = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, args = '']) =>
        [...args.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name),
      );
      if (named.length === 0) return [];
      const asked = [...text.matchAll(/\bt(?:[A-Z]\w*)?\(\s*'([\w:.-]+)'/g)].map(
        ([, key = '']) => key,
      );
      return asked
        .filter(
          (key) =>
            !(key.includes(':') ? keys.has(key) : named.some((one) => keys.has(`${one}:${key}`))),
        )
        .map((key) => `${file}: ${key}`);
    });
    expect(missing).toEqual([]);
  });
});
