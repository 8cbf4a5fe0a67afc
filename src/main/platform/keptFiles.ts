import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { KeptFileName } from '../../shared/keptFile.ts';

/** What a tool's result may show; everything else is opened outside, where a person asks for it. */
const shownTypes: ReadonlyMap<string, string> = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
]);

/**
 * Answers `app://files/NAME` with an image that is kept in one of `folders`, and with 404 for all else. It
 * is an origin of its own that may run and load nothing, as its bytes came from a server.
 */
export async function keptImage(folders: readonly string[], pathname: string): Promise<Response> {
  const name = KeptFileName.safeParse(pathname.slice(1)).data ?? '';
  const type = shownTypes.get(extname(name));
  if (type === undefined) return notFound();
  // Windows has no such flag, and undefined adds none.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
  let file: FileHandle | undefined;
  for (const folder of folders) {
    file ??= await open(join(folder, name), flags).catch(() => undefined);
  }
  if (!file) return notFound();
  const found = await file.stat();
  if (!found.isFile()) {
    await file.close();
    return notFound();
  }
  return new Response(Readable.toWeb(file.createReadStream()), {
    headers: {
      'content-type': type,
      'content-length': String(found.size),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      // A name is never used for other bytes.
      'cache-control': 'private, max-age=31536000, immutable',
    },
  });
}

const notFound = (): Response => new Response('not found', { status: 404 });
