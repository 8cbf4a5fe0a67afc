import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import type { Workspace, WorkspacePath } from '../workspace/workspace.ts';
import { readBytesIfAny } from './textFile.ts';

/**
 * Puts `bytes` in place of a file as a whole: whoever reads it gets the old or the new one. Parent
 * folders are made, the file's permissions stay. Throws `workspace/changed` when what is there is no
 * longer `before`.
 */
export async function writeWhole(
  workspace: Workspace,
  place: WorkspacePath,
  before: Uint8Array | undefined,
  bytes: Uint8Array,
): Promise<void> {
  const { path, name } = place;
  try {
    await mkdir(dirname(path), { recursive: true });
    // What was made or moved meanwhile could lead elsewhere.
    const again = await workspace.locate(path);
    if (again.path !== path) throw changed(name);
    const mode = before === undefined ? undefined : (await lstat(path)).mode & 0o7777;
    const half = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      await writeNew(half, bytes, mode);
      const now = await readBytesIfAny(place);
      const isSame =
        before === undefined || now === undefined
          ? before === now
          : Buffer.compare(before, now) === 0;
      if (!isSame) throw changed(name);
      await rename(half, path);
    } finally {
      await rm(half, { force: true });
    }
  } catch (thrown) {
    throw thrown instanceof AppFailure ? thrown : notWritten(name, thrown);
  }
}

async function writeNew(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(bytes);
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

export function changed(name: string): AppFailure {
  return new AppFailure({
    code: 'workspace/changed',
    message: `${name} has changed since this conversation read it. Read it again first.`,
    params: { file: name },
  });
}

function notWritten(name: string, thrown: unknown): AppFailure {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppFailure({
    code: 'workspace/not-written',
    message: `${name} could not be written: ${why}`,
    params: { file: name, why },
  });
}
