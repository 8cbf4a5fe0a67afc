import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The rooms of main in flow order: each may import itself, shared and the rooms before it. */
const rooms = [
  'store',
  'auth',
  'config',
  'servers',
  'tools',
  'permissions',
  'channels',
  'agent',
  'team',
  'ipc',
];

/** What a part of the source may import from outside, beyond its own libraries. */
const outside: readonly {
  readonly part: string;
  readonly mayNot: readonly RegExp[];
  readonly only?: readonly RegExp[];
}[] = [
  { part: 'src/shared', mayNot: [], only: [/^zod$/] },
  { part: 'src/preload', mayNot: [], only: [/^electron$/] },
  {
    part: 'src/renderer',
    mayNot: [/^node:/, /^electron$/, /^keytar$/, /^@(modelcontextprotocol|anthropic-ai)\//],
  },
];

type Import = { readonly target: string; readonly typeOnly: boolean };

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const pattern =
    /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    target: match[2] ?? match[3] ?? match[4] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}

/** The path of an import inside this repository, or undefined when it is a package. */
function inside(file: string, target: string): string | undefined {
  if (!target.startsWith('.')) return undefined;
  return relative(root, join(root, dirname(file), target));
}

const sources = filesIn('src');

describe('the rooms and their doors', () => {
  it.each(rooms.map((room, index) => ({ room, index })))(
    'main/$room imports only itself, shared and the rooms before it',
    ({ room, index }) => {
      const allowed = ['src/shared', ...rooms.slice(0, index + 1).map((r) => `src/main/${r}`)];
      const wrong = sources
        .filter((file) => file.startsWith(`src/main/${room}/`))
        .flatMap((file) =>
          importsOf(file)
            .map(({ target }) => inside(file, target))
            .filter((path) => path !== undefined)
            .filter((path) => !allowed.some((folder) => path.startsWith(`${folder}/`)))
            .map((path) => `${file} -> ${path}`),
        );
      expect(wrong).toEqual([]);
    },
  );

  it('platform takes only types from the rooms', () => {
    const wrong = sources
      .filter((file) => file.startsWith('src/main/platform/'))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ target, typeOnly }) => {
            const path = inside(file, target);
            const free = path?.startsWith('src/shared/') || path?.startsWith('src/main/platform/');
            return path !== undefined && !free && !typeOnly;
          })
          .map(({ target }) => `${file} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(['src/shared', 'src/preload', 'src/renderer'])('%s imports no other world', (part) => {
    const wrong = sources
      .filter((file) => file.startsWith(`${part}/`))
      .flatMap((file) =>
        importsOf(file)
          .map(({ target }) => inside(file, target))
          .filter((path) => path !== undefined)
          .filter((path) => !path.startsWith(`${part}/`) && !path.startsWith('src/shared/'))
          .map((path) => `${file} -> ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(outside)('$part takes from outside only what it may', ({ part, mayNot, only }) => {
    const wrong = sources
      .filter((file) => file.startsWith(`${part}/`))
      .flatMap((file) =>
        importsOf(file)
          .map(({ target }) => target)
          .filter((target) => !target.startsWith('.'))
          .filter(
            (target) =>
              mayNot.some((rule) => rule.test(target)) ||
              (only !== undefined && !only.some((rule) => rule.test(target))),
          )
          .map((target) => `${file} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('electron and keytar are met in platform, app.ts and index.ts only, the SDKs in their rooms', () => {
    const homes: readonly (readonly [RegExp, RegExp])[] = [
      [/^(electron|keytar)$/, /^src\/(main\/(platform\/|app\.ts|index\.ts)|preload\/)/],
      [/^@modelcontextprotocol\//, /^src\/main\/(servers|auth)\//],
      [/^@anthropic-ai\//, /^src\/main\/agent\//],
    ];
    const wrong = sources.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => homes.some(([what, home]) => what.test(target) && !home.test(file)))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the size and the names of files', () => {
  it('no source file is longer than 300 lines and no test longer than 500', () => {
    const long = [...sources, ...filesIn('test'), ...filesIn('resources')]
      .map((file) => ({
        file,
        lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1,
        limit: file.startsWith('test/') ? 500 : 300,
      }))
      .filter(({ lines, limit }) => lines > limit);
    expect(long).toEqual([]);
  });

  it('folders are named by subject, never by kind', () => {
    const byKind = sources.filter((file) =>
      /\/(utils?|helpers?|services?|managers?|common|lib|misc)\//.test(file),
    );
    expect(byKind).toEqual([]);
  });

  it('no file has a default export', () => {
    const defaults = sources.filter((file) =>
      /^export default /m.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(defaults).toEqual([]);
  });
});
