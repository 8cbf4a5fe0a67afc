import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resultFiles, saveDrafts } from '../../src/main/tools/resultFiles.ts';
import { draftParts } from '../../src/main/tools/toolResult.ts';

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
  const path = await resultFiles(join(folder, 'made')).save(Buffer.from('bytes'), mediaType);
  expect(path.startsWith(join(folder, 'made'))).toBe(true);
  expect(path.endsWith(`.${ending}`)).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('bytes');
});

it('keeps an image as a file of which the conversation has the name, the size and the pixels', async () => {
  const files = resultFiles(folder);
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
  const drafts = draftParts({ content: [image], isError: false });
  const [part] = await saveDrafts(drafts, files.save);
  expect(part).toEqual({
    kind: 'image',
    mediaType: 'image/png',
    file: {
      name: expect.stringMatching(/^[0-9a-f-]{36}\.png$/),
      bytes: Buffer.from(png, 'base64').length,
      width: 1,
      height: 1,
    },
  });
  const name = part?.kind === 'image' ? (part.file?.name ?? '') : '';
  expect((await files.read(name))?.toString('base64')).toBe(png);
  await rm(files.path(name));
  expect(await files.read(name)).toBeUndefined();
});
