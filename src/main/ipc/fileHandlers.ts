import { copyFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import type { Rooms } from './handlers.ts';
import { resourceName } from './resourceName.ts';
import type { Handlers } from './router.ts';

type FileHandlers = Pick<Handlers, Extract<keyof Handlers, `files.${string}`>>;

/** What a person does with the files that are kept; only those that are kept, by their names. */
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
    'files.text': async (name) => {
      const bytes = extname(name) === '.txt' ? await files.read(name) : undefined;
      if (bytes) return bytes.toString('utf8');
      const message = `The file ${name} is gone.`;
      throw new AppFailure({ code: 'chat/file-gone', message, params: { name } });
    },
    'files.save': ({ name, as = `patchbay-result${extname(name)}`, title }) =>
      save(title, as.replace(/[\\/\0]/g, '_'), (place) => copyFile(files.path(name), place)),
    'files.saveResource': ({ uri, mediaType, content, title }) => {
      const bytes = 'text' in content ? content.text : Buffer.from(content.data, 'base64');
      return save(title, resourceName(uri, mediaType), (place) => writeFile(place, bytes));
    },
  };

  async function save(title: string, name: string, write: (place: string) => Promise<void>) {
    const place = await chooseSave(title, name);
    if (place === undefined) return null;
    await write(place).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      const message = `${place} could not be written: ${why}`;
      throw new AppFailure({ code: 'app/not-saved', message, params: { file: place, why } });
    });
    return place;
  }
}
