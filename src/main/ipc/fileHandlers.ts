import { copyFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import type { Rooms } from './handlers.ts';
import type { Handlers } from './router.ts';

type FileHandlers = Pick<Handlers, Extract<keyof Handlers, `files.${string}`>>;

/** What a person does with the files of results; only those that are kept, by their names. */
export function fileHandlers({
  files,
  openPath,
  chooseSave,
}: Pick<Rooms, 'files' | 'openPath' | 'chooseSave'>): FileHandlers {
  return {
    'files.open': async (name) => {
      const file = files.path(name);
      const why = await openPath(file);
      if (why === '') return;
      const message = `${file} could not be opened: ${why}`;
      throw new AppFailure({ code: 'app/not-opened', message, params: { file, why } });
    },
    'files.save': async ({ name, title }) => {
      const place = await chooseSave(title, `patchbay-result${extname(name)}`);
      if (place === undefined) return null;
      await copyFile(files.path(name), place).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        const message = `${place} could not be written: ${why}`;
        throw new AppFailure({ code: 'app/not-saved', message, params: { file: place, why } });
      });
      return place;
    },
  };
}
