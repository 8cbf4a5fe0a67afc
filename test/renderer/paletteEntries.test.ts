import { describe, expect, it } from 'vitest';
import { paletteGroups } from '../../src/renderer/src/palette/paletteEntries.ts';
import type { PaletteEntry, PaletteKind } from '../../src/renderer/src/palette/paletteEntries.ts';

const entry = (kind: PaletteKind, title: string, detail?: string): PaletteEntry => ({
  key: `${kind}:${title}`,
  kind,
  title,
  detail,
  act: () => undefined,
});
const entries = [
  entry('tool', 'Search the docs', 'docs · search'),
  entry('conversation', 'Research on caches'),
  entry('conversation', 'Old search'),
  entry('conversation', 'Search again'),
  entry('server', 'docs', 'Connected'),
  entry('command', 'Show servers'),
  entry('command', 'New conversation'),
];
const titles = (query: string) =>
  paletteGroups(entries, query).map((group) => [
    group.kind,
    ...group.entries.map(({ title }) => title),
  ]);

describe('the command palette', () => {
  it('at rest shows every group in order, but not all the tools', () => {
    expect(titles('')).toEqual([
      ['command', 'Show servers', 'New conversation'],
      ['conversation', 'Research on caches', 'Old search', 'Search again'],
      ['server', 'docs'],
    ]);
  });

  it('puts what begins with the words first, then words in it, then parts of them', () => {
    expect(titles('search')).toEqual([
      ['conversation', 'Search again', 'Old search', 'Research on caches'],
      ['tool', 'Search the docs'],
    ]);
  });

  it('takes all the words, wherever they stand', () => {
    expect(titles('docs  SEARCH')).toEqual([['tool', 'Search the docs']]);
    expect(titles('docs nothing')).toEqual([]);
  });

  it('finds full-width letters and half-width kana by the usual ones, and the other way round', () => {
    expect(titles('ｄｏｃｓ　ｓｅａｒｃｈ')).toEqual([['tool', 'Search the docs']]);
    const kana = [entry('conversation', 'リリースノートの下書き')];
    expect(paletteGroups(kana, 'ﾘﾘｰｽ')).toHaveLength(1);
  });

  it('shows a part of a long list, and says how much more there is', () => {
    const many = Array.from({ length: 40 }, (_, at) => entry('tool', `tool ${at}`));
    expect(paletteGroups(many, 'tool')).toMatchObject([{ kind: 'tool', more: 28 }]);
  });
});
