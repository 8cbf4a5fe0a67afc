import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { SettingsFile } from '../../../src/main/config/settingsFile.ts';
import { entryFields } from '../../../src/shared/server.ts';

const serverName = fc.constantFrom('a', 'b', 'c', 'x y', 'constructor');
const foreignKey = fc.constantFrom('note', 'x-mine', 'autoApprove', 'deep.key', 'hasOwnProperty');
const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => JSON.stringify(value) !== undefined);
const entry = fc
  .tuple(
    fc.record({
      command: fc.string({ minLength: 1 }),
      args: fc.array(fc.string(), { maxLength: 2 }),
    }),
    fc.dictionary(foreignKey, json, { maxKeys: 3 }),
  )
  .map(([ours, foreign]) => ({ ...foreign, ...ours }));
const file = fc.record({
  block: fc.constantFrom('mcpServers', 'servers'),
  servers: fc.dictionary(serverName, entry, { maxKeys: 4 }),
  foreign: fc.dictionary(foreignKey, json, { maxKeys: 3 }),
  mark: fc.constantFrom('', '\uFEFF'),
});
const edit = fc.oneof(
  fc.record({
    kind: fc.constant('save' as const),
    name: serverName,
    to: serverName,
    command: fc.string({ minLength: 1 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), name: serverName }),
  fc.record({ kind: fc.constant('set' as const), model: fc.option(fc.string({ minLength: 1 })) }),
);

type Content = Readonly<Record<string, unknown>>;
const content = (text: string) => parse(text.replace(/^\uFEFF/, '')) as Content;
const serversOf = (whole: Content) =>
  new Map<string, Content>([
    ...Object.entries((whole['servers'] ?? {}) as Record<string, Content>),
    ...Object.entries((whole['mcpServers'] ?? {}) as Record<string, Content>),
  ]);
const foreignOf = (one: Content = {}) =>
  Object.fromEntries(Object.entries(one).filter(([key]) => !entryFields.has(key)));
const others = (whole: Content) =>
  Object.fromEntries(
    Object.entries(whole).filter(([key]) => !['servers', 'mcpServers', 'model'].includes(key)),
  );

it('random edits never lose a key that is not ours, nor a comment', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-edits-'));
  const path = join(folder, 'settings.json');
  const run = async (
    { block, servers, foreign, mark }: typeof file extends fc.Arbitrary<infer T> ? T : never,
    edits: readonly (typeof edit extends fc.Arbitrary<infer T> ? T : never)[],
  ): Promise<void> => {
    const text = JSON.stringify({ ...foreign, [block]: servers }, null, 2);
    await writeFile(path, `${mark}// mine\n${text}\n// at the end\n`);
    const settings = new SettingsFile(path, () => undefined);
    for (const one of edits) {
      const before = content(await readFile(path, 'utf8'));
      if (one.kind === 'set') {
        await settings.edit([{ path: ['model'], value: one.model ?? undefined }]);
      } else if (one.kind === 'remove') {
        await settings.edit([{ path: ['mcpServers', one.name], value: undefined }]);
      } else {
        const isTaken = one.name !== one.to && serversOf(before).has(one.to);
        if (isTaken) continue;
        await settings.edit([
          {
            path: ['mcpServers', one.to],
            value: { command: one.command },
            entryFrom: ['mcpServers', one.name],
          },
          ...(one.to === one.name ? [] : [{ path: ['mcpServers', one.name], value: undefined }]),
        ]);
      }
      const written = await readFile(path, 'utf8');
      const after = content(written);
      expect(written.startsWith(`${mark}// mine`)).toBe(true);
      expect(written).toContain('// at the end');
      expect(others(after)).toEqual(others(before));
      const expected = new Map(serversOf(before));
      if (one.kind === 'remove') expected.delete(one.name);
      if (one.kind === 'save') {
        const from = expected.get(one.name);
        expected.delete(one.name);
        expected.set(one.to, { ...foreignOf(from), command: one.command });
      }
      expect(Object.fromEntries(serversOf(after))).toEqual(Object.fromEntries(expected));
    }
  };
  try {
    await fc.assert(fc.asyncProperty(file, fc.array(edit, { minLength: 1, maxLength: 4 }), run), {
      numRuns: 150,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
