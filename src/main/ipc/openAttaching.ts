import { rmSync } from 'node:fs';
import { Attaching } from '../agent/attaching.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import { resultFiles } from '../tools/resultFiles.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';

/** What waits in `folder` was for messages that an earlier window has not sent. */
export function openAttaching(
  folder: string,
  files: ResultFiles,
  supervisor: Pick<Supervisor, 'offers'>,
): Attaching {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // What another program has open goes at the next start.
  }
  const read = (server: string, uri: string) => supervisor.offers(server).read(uri);
  return new Attaching({ waiting: resultFiles(folder), files, read });
}
