import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';

/**
 * Writes texts one after another into a file for its owner only, which is there when all of it is, and
 * else as it was before. Throws `chat/not-exported`.
 */
export async function writeNewFile(
  path: string,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const half = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(half, 'wx', 0o600);
    try {
      for await (const text of texts) await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppFailure({
      code: 'chat/not-exported',
      message: `${path} could not be written: ${why}`,
      params: { file: path, why },
    });
  } finally {
    await rm(half, { force: true });
  }
}
