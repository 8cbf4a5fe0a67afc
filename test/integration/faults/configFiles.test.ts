import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettingsFile } from '../../../src/main/config/settingsFile.ts';
import { toAppError } from '../../../src/shared/errors.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-broken-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const good = '"good": { "command": "good", "args": ["a"], "note": "mine" }';
const goodText = `{\n  // kept\n  "unknown": { "keep": [1, 2] },\n  "mcpServers": {\n    ${good}\n  }\n}\n`;
/** A file with one more entry, or with another field beside the servers. */
const withEntry = (entry: string) => goodText.replace(good, `${good},\n    ${entry}`);
const withField = (field: string) => goodText.replace('"unknown"', `${field},\n  "unknown"`);

type Case = {
  readonly what: string;
  /** What makes the file at a path. */
  readonly make: (path: string) => Promise<void>;
  /** It parses, so that it may be written. */
  readonly isJson: boolean;
  readonly says?: RegExp;
};

const text = (what: string, content: string | Buffer, isJson: boolean, says?: RegExp): Case => ({
  what,
  isJson,
  make: (path) => writeFile(path, content),
  ...(says && { says }),
});

const truncations = Array.from({ length: 100 }, (_, index) => {
  const end = 1 + Math.floor((index * (goodText.length - 4)) / 99);
  return text(`cut after ${end} characters`, goodText.slice(0, end), false);
});

const wrongEntries = [
  'null',
  '[]',
  '1',
  '"x"',
  '{}',
  'true',
  ...['1', '""', 'null', '[]', '{}', 'false'].map((value) => `{ "command": ${value} }`),
  ...['"x"', '[1]', '{}', 'null', '[null]'].map((value) => `{ "command": "x", "args": ${value} }`),
  ...['[]', '{ "A": 1 }', '"A=1"', 'null', '{ "A": null }'].map(
    (value) => `{ "command": "x", "env": ${value} }`,
  ),
  ...['1', 'null', '[]'].map((value) => `{ "command": "x", "cwd": ${value} }`),
  ...['"x"', '1', 'null', '"ftp://x.example"', '"//x"', '""'].map((value) => `{ "url": ${value} }`),
  ...['[]', '{ "A": 1 }', '"A: 1"'].map(
    (value) => `{ "url": "https://x.example", "headers": ${value} }`,
  ),
  ...['"x"', '1', 'null', '[]'].map((value) => `{ "type": ${value}, "command": "x" }`),
  '{ "command": "x", "url": "https://x.example" }',
  '{ "type": "ws", "url": "https://x.example" }',
  '{ "type": "sdk" }',
  ...['"yes"', '1', 'null'].map((value) => `{ "command": "x", "disabled": ${value} }`),
  ...['-1', '0', '1.5', '"1 s"', 'null'].map(
    (value) => `{ "command": "x", "connectTimeoutMs": ${value} }`,
  ),
  '{ "command": "x", "trusted": "yes" }',
  '{ "url": "https://x.example", "headersHelper": "echo" }',
].map((entry) => text(`an entry ${entry}`, withEntry(`"bad": ${entry}`), true, /mcpServers\.bad/));

const wrongFields = [
  '"model": 1',
  '"model": ""',
  '"theme": "pink"',
  '"language": "xx"',
  '"workspace": 1',
  '"baseUrl": "x"',
  '"toolTimeoutMs": 0',
  '"localConnectBatch": 1000',
  '"extraCaFile": []',
  '"shellEnvironment": "no"',
  '"healthCheckMs": -1',
  '"clientMetadataUrl": "http://x"',
  '"allowedMcpServers": {}',
  '"deniedMcpServers": [{}]',
  '"servers": []',
  '"servers": 1',
].map((field) => text(`the field ${field}`, withField(field), true));

const twice = [
  text('a server twice', withEntry(good), true, /stands twice/),
  text('the servers twice', withField('"mcpServers": {}'), true, /stands twice/),
  text('a command twice', withEntry('"bad": { "command": "a", "command": "b" }'), true, /twice/),
  text(
    'a variable twice',
    withEntry('"b": {"command":"a","env":{"A":"1","A":"2"}}'),
    true,
    /twice/,
  ),
  text('an unknown key twice', withField('"unknown": 1'), true, /stands twice/),
];

const notObjects = [
  '[]',
  '"x"',
  '1',
  'null',
  'true',
  '[{}]',
  'x',
  '}',
  '{{',
  '{]',
  "{'a': 1}",
  '/*',
];
const lone = '\\ud800';
const oddTexts = [
  `"${lone}": { "command": "x" }`,
  `"bad": { "command": "${lone}" }`,
  `"bad": { "command": "x", "args": ["${lone}"] }`,
  '"bad": { "command": "a\\u0000b" }',
  `"bad": { "command": "x", "env": { "${lone}": "1" } }`,
  `"bad": { "command": "x", "env": { "A": "${lone}" } }`,
  `"bad": { "url": "https://x.example", "headers": { "A": "${lone}" } }`,
  '"bad": { "command": "x", "args": ["\\u0000"] }',
  '"a\\u0007": { "command": "x" }',
  '"": { "command": "x" }',
  `"${'n'.repeat(65)}": { "command": "x" }`,
].map((entry) => text(`the entry ${entry.slice(0, 40)}`, withEntry(entry), true));

const files: readonly Case[] = [
  text('UTF-16', Buffer.from(`\uFEFF${goodText}`, 'utf16le'), false, /UTF-8/),
  text('Latin-1', Buffer.from(withField('"model": "é"'), 'latin1'), false, /UTF-8/),
  text('zero bytes', Buffer.alloc(1000), false),
  text('deep arrays', '['.repeat(200_000), false),
  text('deep objects', '{"a":'.repeat(100_000), false),
  text('deep and closed', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, false),
  {
    what: '50 MB',
    isJson: false,
    says: /larger than 4 MB/,
    make: async (path) => {
      await writeFile(path, goodText);
      await truncate(path, 50 * 1024 * 1024);
    },
  },
  {
    what: 'a folder',
    isJson: false,
    says: /folder/,
    make: (path) => mkdir(path),
  },
  {
    what: 'a device',
    isJson: false,
    says: /not a file/,
    make: (path) => symlink('/dev/null', path),
  },
  {
    what: 'links in a circle',
    isJson: false,
    says: /circle/,
    make: async (path) => {
      await symlink(path, `${path}.other`);
      await symlink(`${path}.other`, path);
    },
  },
];

const all = [
  ...truncations,
  ...wrongEntries,
  ...wrongFields,
  ...twice,
  ...notObjects.map((content) => text(`nothing but ${content}`, content, false)),
  ...oddTexts,
  ...files,
];

it('are 200 and more', () => {
  expect(all.length).toBeGreaterThanOrEqual(200);
});

describe('a broken file of servers', () => {
  it.each(all.map((one, index) => ({ ...one, index })))(
    '$index: $what is told clearly, and nothing is lost',
    async ({ make, index, isJson, says }) => {
      const path = join(folder, `${index}.json`);
      await writeFile(path, goodText);
      const file = new SettingsFile(path, () => undefined);
      await file.reload();
      expect(file.problems).toEqual([]);
      await rm(path);
      await make(path);
      const before = await content(path);
      await file.reload();
      expect(file.problems.length).toBeGreaterThan(0);
      for (const { error, line, file: where } of file.problems) {
        expect(where).toBe(path);
        expect(error.message).toContain(path);
        expect(error.action).toBe('edit-config');
        expect(error.code).toMatch(/^config\/(syntax|invalid|unreadable|too-large)$/);
        expect(line).toBeGreaterThanOrEqual(0);
      }
      if (says !== undefined) expect(file.problems[0]?.error.message).toMatch(says);
      // What was good goes on.
      expect(file.settings.mcpServers.get('good')).toMatchObject({ command: 'good', args: ['a'] });

      const edit = file.edit([{ path: ['mcpServers', 'new'], value: { command: 'new' } }]);
      if (isJson) {
        await edit.catch(() => undefined);
        const after = (await content(path)) ?? '';
        for (const kept of ['// kept', '"keep": [1, 2]', '"note": "mine"']) {
          expect(after).toContain(kept);
        }
      } else {
        const failure: unknown = await edit.then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        expect(toAppError(failure).code).toMatch(/^config\/(not-written|unwritable)$/);
        expect(await content(path)).toBe(before);
      }
      // Mended, it is good again.
      await rm(path, { recursive: true });
      await writeFile(path, goodText);
      await file.reload();
      expect(file.problems).toEqual([]);
    },
  );

  it('that there is no permission to read is told as such', async () => {
    const path = join(folder, 'secret.json');
    await writeFile(path, goodText);
    await chmod(path, 0);
    await chmod(folder, 0o755);
    // Root may read everything, so that it is nobody for a moment.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    const file = new SettingsFile(path, () => undefined);
    try {
      await file.reload();
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    expect(file.exists).toBe(true);
    expect(file.problems[0]?.error).toMatchObject({ code: 'config/unreadable' });
    expect(file.problems[0]?.error.message).toContain('no permission');
  });
});

/** Undefined for what is no file, or a large one. */
async function content(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  const isSmall = found?.isFile() === true && found.size < 8_000_000;
  return isSmall ? readFile(path, 'latin1') : undefined;
}
