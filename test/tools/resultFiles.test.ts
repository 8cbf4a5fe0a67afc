import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveInFolder } from '../../src/main/tools/resultFiles.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['audio/mpeg', 'mp3'],
  ['audio/x-wav', 'wav'],
  ['text/plain', 'txt'],
  ['application/exe', 'bin'],
  ['audio/../../wav', 'bin'],
  ['', 'bin'],
])('saves %j in the folder with the ending %s', async (mediaType, ending) => {
  const path = await saveInFolder(join(folder, 'made'))(Buffer.from('bytes'), mediaType);
  expect(path.startsWith(join(folder, 'made'))).toBe(true);
  expect(path.endsWith(`.${ending}`)).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('bytes');
});
