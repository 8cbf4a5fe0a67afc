import { z } from 'zod';

/** What an IDE's extension says of the server it runs, in `<port>.lock`. */
export type IdeLock = {
  readonly port: number;
  readonly workspaceFolders: readonly string[];
  readonly pid: number | undefined;
  readonly ideName: string;
  readonly transport: 'sse' | 'ws';
  readonly authToken: string | undefined;
  /** The IDE runs in Windows and we in its Linux: paths and pid are those of Windows. */
  readonly runningInWindows: boolean;
};

/** The header that an IDE wants its token in. */
export const ideTokenHeader = 'X-Claude-Code-Ide-Authorization';

const LockFile = z.object({
  workspaceFolders: z.array(z.string()).default([]),
  pid: z.number().int().positive().optional(),
  ideName: z.string().default('IDE'),
  transport: z.string().optional(),
  authToken: z.string().min(1).optional(),
  runningInWindows: z.boolean().default(false),
});

/** Reads a lock file by its name and text; undefined when it is none, or not wholly written yet. */
export function parseIdeLock(fileName: string, text: string): IdeLock | undefined {
  const port = Number(/^(\d{1,5})\.lock$/.exec(fileName)?.[1] ?? 0);
  if (port < 1 || port > 65_535) return undefined;
  try {
    const { workspaceFolders, pid, ideName, transport, authToken, runningInWindows } =
      LockFile.parse(JSON.parse(text));
    return {
      port,
      workspaceFolders,
      pid,
      ideName,
      transport: transport === 'ws' ? 'ws' : 'sse',
      authToken,
      runningInWindows,
    };
  } catch {
    return undefined;
  }
}

type Wanted = {
  /** An absolute path. */
  readonly workspace: string;
  /** Only an IDE of this name, whatever its case. */
  readonly ideName?: string | undefined;
  readonly isAlive: (pid: number) => boolean;
};

/**
 * The IDE that has the workspace open: the one with the longest folder that contains it. Of two
 * that are alike the first of `locks` is taken; one whose process has ended is none.
 */
export function matchIde(locks: readonly IdeLock[], wanted: Wanted): IdeLock | undefined {
  const { workspace, ideName, isAlive } = wanted;
  let best: IdeLock | undefined;
  let longest = -1;
  for (const lock of locks) {
    if (ideName !== undefined && lock.ideName.toLowerCase() !== ideName.toLowerCase()) continue;
    const isForeign = lock.runningInWindows && process.platform !== 'win32';
    if (!isForeign && lock.pid !== undefined && !isAlive(lock.pid)) continue;
    for (const folder of lock.workspaceFolders) {
      const path = comparable(isForeign ? linuxPath(folder) : folder);
      if (path.length > longest && contains(path, comparable(workspace))) {
        best = lock;
        longest = path.length;
      }
    }
  }
  return best;
}

/** Where an IDE listens: on this computer only. */
export function ideAddress({ port, transport }: Pick<IdeLock, 'port' | 'transport'>): string {
  return transport === 'ws' ? `ws://127.0.0.1:${port}` : `http://127.0.0.1:${port}/sse`;
}

/** `C:\code` as Windows's Linux sees it: `/mnt/c/code`. */
function linuxPath(path: string): string {
  const drive = /^([A-Za-z]):[\\/]/.exec(path)?.[1];
  if (drive === undefined) return path;
  return `/mnt/${drive.toLowerCase()}/${path.slice(3).replaceAll('\\', '/')}`;
}

/** Slashes forward, no slash at the end; a drive's letter and all after it in lower case. */
function comparable(path: string): string {
  const isWindows = /^[A-Za-z]:[\\/]/.test(path);
  const slashed = isWindows ? path.replaceAll('\\', '/').toLowerCase() : path;
  return slashed.replace(/\/+$/, '');
}

function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
