import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserValue } from '../../../shared/adding.ts';
import { writeWhole } from '../../store/writeWhole.ts';
import { recordName } from './checkEntries.ts';

/** What Patchbay remembers of a plugin, in a file of its folder; no secret value. */
const PluginRecord = z.object({
  /** Names of its servers that were switched on. */
  on: z.array(z.string()).default([]),
  values: z.record(z.string(), UserValue).default({}),
  /** Keys of sensitive values, which are in the keychain. */
  secrets: z.array(z.string()).default([]),
  /** SHA-256 of the bundle's file. */
  digest: z.string().optional(),
});
export type PluginRecord = z.infer<typeof PluginRecord>;

/** The one of a folder that was put there by hand is empty, and so is one that can't be read. */
export async function readRecord(folder: string): Promise<PluginRecord> {
  try {
    return PluginRecord.parse(JSON.parse(await readFile(join(folder, recordName), 'utf8')));
  } catch {
    return PluginRecord.parse({});
  }
}

export const writeRecord = (folder: string, record: PluginRecord): Promise<void> =>
  writeWhole(join(folder, recordName), [JSON.stringify(record, null, 2)]);

/** The name of the secret that a sensitive value is kept as, for `${secret:NAME}`. */
export const secretName = (plugin: string, key: string): string => `plugin.${plugin}.${key}`;
