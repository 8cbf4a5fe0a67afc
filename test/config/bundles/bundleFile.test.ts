import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppFailure } from '../../../src/shared/errors.ts';
import { readBundle } from '../../../src/main/config/bundles/bundleFile.ts';
import { zipFile } from '../../fakes/zipFile.ts';
import type { ZippedFile } from '../../fakes/zipFile.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-bundle-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const manifest = { name: 'manifest.json', content: '{"name":"a"}' };
async function bundle(files: readonly ZippedFile[] | Buffer): Promise<string> {
  const path = join(folder, 'a.mcpb');
  await writeFile(path, Buffer.isBuffer(files) ? files : zipFile(files));
  return path;
}
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (thrown: unknown) =>
      thrown instanceof AppFailure
        ? [thrown.error.code, thrown.error.params?.['why'] ?? ''].join(' ').trim()
        : String(thrown),
  );

describe('readBundle', () => {
  it('reads the manifest and unpacks every file, with its right to run and nothing more', async () => {
    const read = await readBundle(
      await bundle([
        manifest,
        { name: 'server/', mode: 0o040755 },
        { name: 'server/run', content: '#!/bin/sh', mode: 0o100777 },
        { name: 'server/名前.txt', content: 'x'.repeat(100_000) },
      ]),
    );
    expect(read).toMatchObject({ manifest: manifest.content, fileCount: 3, isSigned: false });
    expect(read.digest).toMatch(/^[\da-f]{64}$/);
    const target = join(folder, 'out');
    await mkdir(target);
    await read.unpack(target);
    expect((await readdir(target, { recursive: true })).sort()).toEqual(
      ['manifest.json', 'server', 'server/run', 'server/名前.txt'].map((path) => join(path)).sort(),
    );
    expect((await stat(join(target, 'server/run'))).mode & 0o111).not.toBe(0);
    expect((await stat(join(target, 'server/run'))).mode & 0o022 & ~process.umask()).toBe(0);
    expect((await stat(join(target, 'manifest.json'))).mode & 0o111).toBe(0);
    expect(await readFile(join(target, 'server/名前.txt'), 'utf8')).toHaveLength(100_000);
  });

  it.each([false, true])(
    'reads a signed one, its signature in the comment of the zip or not: %s',
    async (inComment) => {
      const zip = zipFile([manifest]);
      const signature = Buffer.from('MCPB_SIG_V1\u0003\0\0\0abcMCPB_SIG_END');
      if (inComment) zip.writeUInt16LE(signature.length, zip.length - 2);
      const read = await readBundle(await bundle(Buffer.concat([zip, signature])));
      expect(read).toMatchObject({ manifest: manifest.content, isSigned: true });
    },
  );

  it.each<{ what: string; files: readonly ZippedFile[]; code: RegExp }>([
    {
      what: 'a name that leaves the folder',
      files: [manifest, { name: '../x' }],
      code: /invalid relative path/,
    },
    { what: 'an absolute name', files: [manifest, { name: '/etc/x' }], code: /absolute path/ },
    { what: "a drive's name", files: [manifest, { name: 'C:/x' }], code: /absolute path/ },
    { what: 'a backslash', files: [manifest, { name: '..\\x' }], code: /invalid characters/ },
    {
      what: 'a dot in the middle',
      files: [manifest, { name: 'a/./x' }],
      code: /^adding\/bundle-entry.*leaves-folder/,
    },
    {
      what: 'an alternate stream',
      files: [manifest, { name: 'x.js:y' }],
      code: /^adding\/bundle-entry.*characters/,
    },
    {
      what: 'a control character',
      files: [manifest, { name: 'x\u0000y' }],
      code: /^adding\/bundle-entry.*characters/,
    },
    {
      what: 'a link',
      files: [manifest, { name: 'x', content: '/etc/passwd', mode: 0o120777 }],
      code: /^adding\/bundle-entry.*no-plain-file/,
    },
    {
      what: 'a device',
      files: [manifest, { name: 'x', mode: 0o020666 }],
      code: /^adding\/bundle-entry.*no-plain-file/,
    },
    {
      what: 'the same file twice',
      files: [manifest, { name: 'a.js' }, { name: 'A.JS' }],
      code: /^adding\/bundle-entry.*twice/,
    },
    {
      what: 'two manifests',
      files: [manifest, { ...manifest, content: '{}' }],
      code: /^adding\/bundle-entry.*twice/,
    },
    {
      what: 'an encrypted file',
      files: [manifest, { name: 'x', isEncrypted: true }],
      code: /^adding\/bundle-entry.*encrypted/,
    },
    {
      what: "Patchbay's own record",
      files: [manifest, { name: '.patchbay.json' }],
      code: /^adding\/bundle-entry.*own/,
    },
    { what: 'no manifest', files: [{ name: 'x' }], code: /^adding\/bundle-no-manifest/ },
    {
      what: 'a manifest only in a folder',
      files: [{ ...manifest, name: 'a/manifest.json' }],
      code: /no-manifest/,
    },
    {
      what: 'more than it may unpack to',
      files: [manifest, { name: 'x', saidSize: 600 * 1024 * 1024 }],
      code: /^adding\/bundle-too-big/,
    },
    {
      what: 'too many files',
      files: [manifest, ...Array.from({ length: 20_000 }, (_, n) => ({ name: `f${n}` }))],
      code: /^adding\/bundle-too-big/,
    },
  ])('refuses $what', async ({ files, code }) => {
    expect(await codeOf(readBundle(await bundle(files)))).toMatch(code);
  });

  it('stops where a file is larger than the directory said', async () => {
    const read = await readBundle(
      await bundle([manifest, { name: 'x', content: 'x'.repeat(10_000), saidSize: 10 }]),
    );
    expect(await codeOf(read.unpack(folder))).toMatch(/^adding\/bundle-unreadable too many bytes/);
  });

  it('says why what is no zip, no file or not there can not be read', async () => {
    expect(await codeOf(readBundle(await bundle(Buffer.from('not a zip'))))).toMatch(
      /^adding\/bundle-unreadable/,
    );
    expect(await codeOf(readBundle(folder))).toBe('adding/bundle-unreadable why/not-a-file');
    expect(await codeOf(readBundle(join(folder, 'none')))).toBe('adding/bundle-unreadable ENOENT');
    const cut = zipFile([manifest, { name: 'x', content: 'y'.repeat(500) }]);
    expect(await codeOf(readBundle(await bundle(cut.subarray(0, 120))))).toMatch(
      /^adding\/bundle-unreadable/,
    );
  });
});
