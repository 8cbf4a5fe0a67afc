import { isRecord } from '../../../shared/jsonPointer.ts';
import { entriesOf, joinOn, settingsFolder } from './client.ts';
import type { Importer, RawEntry } from './client.ts';
import { whys } from '../../../shared/whys.ts';

/**
 * settings.json: `context_servers` (zed.dev/docs/ai/mcp). A program stands as `command` and `args`,
 * or in older files as one object `command: {path, args, env}`; one of an extension has neither.
 */
export const zed: Importer = {
  client: 'zed',
  places: (machine) => {
    const { platform, home } = machine;
    if (platform === 'darwin') return [joinOn(platform, home, '.config', 'zed', 'settings.json')];
    const product = platform === 'win32' ? 'Zed' : 'zed';
    return [joinOn(platform, settingsFolder(machine), product, 'settings.json')];
  },
  read: (content) => (isRecord(content) ? entriesOf(content['context_servers']).map(read) : []),
};

function read({ name, entry }: RawEntry): RawEntry {
  if (!isRecord(entry)) return { name, entry };
  const { command } = entry;
  if (isRecord(command)) {
    const { path, ...rest } = command;
    return { name, entry: { ...rest, command: path } };
  }
  if (command === undefined && entry['url'] === undefined) {
    return { name, entry, refused: whys['of-zed'] };
  }
  const { source: _, settings: __, ...rest } = entry;
  return { name, entry: rest };
}
