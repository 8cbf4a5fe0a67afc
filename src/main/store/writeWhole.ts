import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppFailure } from '../../shared/errors.ts';

type Texts = AsyncIterable<string> | Iterable<string>;

/**
 * Writes texts one after another into a file for its owner only, which is there when all of it is, and
 * else as it was before.
 */
export async function writeWhole(path: string, texts: Texts): Promise<void> {
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
  } finally {
    await rm(half, { force: true });
  }
}

/** The same, where a person chose to have it. Throws an AppFailure of that code {file, why}. */
export async function exportTo(path: string, texts: Texts, code: string): Promise<void> {
  try {
    await writeWhole(path, texts);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `${path} could not be written: ${why}`;
    throw new AppFailure({ code, message, params: { file: path, why } });
  }
}
