import { isRecord } from '../../../shared/jsonPointer.ts';
import { entriesOf, joinOn, settingsFolder } from './client.ts';
import type { Importer, Machine } from './client.ts';

/** The folders of a person's settings in VS Code and what is built from it. */
export function codeUserFolders(machine: Machine): readonly string[] {
  return ['Code', 'Code - Insiders', 'VSCodium'].map((product) =>
    joinOn(machine.platform, settingsFolder(machine), product, 'User'),
  );
}

/**
 * mcp.json of the user: `servers`, and `inputs` that are asked for (code.visualstudio.com/docs,
 * "MCP configuration reference"). Older versions had the same under `mcp` in settings.json.
 * What an input asks for is a secret here: `${input:token}` becomes `${secret:token}`.
 */
export const vscode: Importer = {
  client: 'vscode',
  places: (machine) =>
    codeUserFolders(machine).flatMap((folder) => [
      joinOn(machine.platform, folder, 'mcp.json'),
      joinOn(machine.platform, folder, 'settings.json'),
    ]),
  read: (content) => {
    if (!isRecord(content)) return [];
    const older = isRecord(content['mcp']) ? content['mcp']['servers'] : undefined;
    return entriesOf(content['servers'] ?? older).map(({ name, entry }) => ({
      name,
      entry: withSecrets(entry),
    }));
  },
};

/** Inputs are named freely there; names of secrets have letters, digits and `_.-`. */
function withSecrets(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(
      /\$\{input:([^}]+)\}/g,
      (_all, id: string) => `\${secret:${id.replace(/[^\w.-]/g, '-')}}`,
    );
  }
  if (Array.isArray(value)) return value.map(withSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withSecrets(part)]));
}
