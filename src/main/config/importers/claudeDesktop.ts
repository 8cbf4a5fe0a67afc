import { isRecord } from '../../../shared/jsonPointer.ts';
import { entriesOf, joinOn, settingsFolder } from './client.ts';
import type { Importer } from './client.ts';

/** claude_desktop_config.json, as modelcontextprotocol.io, "Connect to local MCP servers", gives it. */
export const claudeDesktop: Importer = {
  client: 'claude-desktop',
  places: (machine) => [
    joinOn(machine.platform, settingsFolder(machine), 'Claude', 'claude_desktop_config.json'),
  ],
  read: (content) => (isRecord(content) ? entriesOf(content['mcpServers']) : []),
};
