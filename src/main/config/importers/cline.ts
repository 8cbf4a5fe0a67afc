import { isRecord } from '../../../shared/jsonPointer.ts';
import { entriesOf, joinOn, settingsFolder } from './client.ts';
import type { Importer } from './client.ts';
import { codeUserFolders } from './vscode.ts';

const inStorage = [
  'globalStorage',
  'saoudrizwan.claude-dev',
  'settings',
  'cline_mcp_settings.json',
] as const;

/**
 * cline_mcp_settings.json, in the storage of each editor that the extension runs in
 * (docs.cline.bot, "Configuring MCP servers"). Its `timeout` of a call is in seconds.
 */
export const cline: Importer = {
  client: 'cline',
  places: (machine) => {
    const { platform } = machine;
    const cursorUser = joinOn(platform, settingsFolder(machine), 'Cursor', 'User');
    return [...codeUserFolders(machine), cursorUser].map((folder) =>
      joinOn(platform, folder, ...inStorage),
    );
  },
  read: (content) => {
    if (!isRecord(content)) return [];
    return entriesOf(content['mcpServers']).map(({ name, entry }) => {
      if (!isRecord(entry) || typeof entry['timeout'] !== 'number') return { name, entry };
      const { timeout, ...rest } = entry;
      return { name, entry: { ...rest, toolTimeoutMs: Math.round(timeout * 1000) } };
    });
  },
};
