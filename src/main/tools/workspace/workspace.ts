import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { sep } from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { askedPath, placeOf } from './insideFolder.ts';
import { realPath } from './realPath.ts';

/** A place in a workspace: `path` is real, `name` is what a person reads, with `/`, `.` for the root. */
export type WorkspacePath = { readonly path: string; readonly name: string };

/** The folder that built-in file and shell tools work in, and the only one. */
export type Workspace = {
  /** Its real path. */
  readonly root: string;
  /**
   * Follows every link, whether the file exists or not. Throws `workspace/outside` where that leads
   * out of the folder and `workspace/bad-path` for what is no path.
   */
  locate(asked: string): Promise<WorkspacePath>;
};

/** Throws `workspace/gone` when there is no such folder (any more). */
export async function openWorkspace(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<Workspace> {
  const root = await realpath(folder).catch(() => undefined);
  const isFolder = root !== undefined && (await stat(root)).isDirectory();
  if (!isFolder) {
    throw new AppFailure({
      code: 'workspace/gone',
      message: `The workspace folder ${folder} is not there (any more).`,
      params: { folder },
    });
  }
  return {
    root,
    async locate(asked) {
      const wanted = askedPath(root, asked, platform);
      if ('problem' in wanted) throw badPath(asked, wanted.problem);
      const path = await realPath(wanted.path).catch((error: unknown) => {
        throw badPath(asked, error instanceof Error ? error.message : String(error));
      });
      const place = placeOf(root, path, platform);
      const isInside =
        place.kind === 'inside' ||
        (place.kind === 'other-case' && (await isSame(place.head, root)));
      if (!isInside) throw outside(asked);
      return { path, name: place.relative.split(sep).join('/') || '.' };
    },
  };
}

/**
 * Opens a regular file at a path that {@link Workspace.locate} gave, for reading. A link, pipe or
 * device that stands there meanwhile is refused, and none of them is waited for.
 */
export async function openRegularFile({ path, name }: WorkspacePath): Promise<FileHandle> {
  // Windows has no such flags, and undefined adds none.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    throw notReadable(name, error);
  });
  try {
    const isFile = (await file.stat()).isFile();
    if (!isFile) throw notAFile(name);
    // A folder on the way may have become a link since: then it is another file.
    if ((await realpath(path)) !== path) throw outside(name);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one, { bigint: true }), stat(other, { bigint: true })]);
  return a.dev === b.dev && a.ino === b.ino;
}

function notReadable(name: string, error: unknown): AppFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') {
    return new AppFailure({
      code: 'workspace/no-file',
      message: `There is no file ${name}.`,
      params: { file: name },
    });
  }
  const why = error instanceof Error ? error.message : String(error);
  return new AppFailure({
    code: 'workspace/unreadable',
    message: `${name} can't be read: ${why}`,
    params: { file: name, why },
  });
}

function notAFile(name: string): AppFailure {
  const message = `${name} is no regular file.`;
  return new AppFailure({ code: 'workspace/not-a-file', message, params: { file: name } });
}

function badPath(asked: string, why: string): AppFailure {
  const path = asked.replaceAll('\0', '\\0');
  return new AppFailure({
    code: 'workspace/bad-path',
    message: `${path} can't be used as a path: ${why}.`,
    params: { path, why },
  });
}

function outside(asked: string): AppFailure {
  return new AppFailure({
    code: 'workspace/outside',
    message: `${asked} is outside the workspace folder. File tools work in it only.`,
    params: { path: asked },
  });
}
