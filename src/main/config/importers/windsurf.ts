import { isRecord } from '../../../shared/jsonPointer.ts';
import { entriesOf, joinOn } from './client.ts';
import type { Importer } from './client.ts';

/** ~/.codeium/windsurf/mcp_config.json, where an address is a `serverUrl` (docs.windsurf.com, "MCP"). */
export const windsurf: Importer = {
  client: 'windsurf',
  places: ({ platform, home }) => [
    joinOn(platform, home, '.codeium', 'windsurf', 'mcp_config.json'),
  ],
  read: (content) => {
    if (!isRecord(content)) return [];
    return entriesOf(content['mcpServers']).map(({ name, entry }) => {
      if (!isRecord(entry) || typeof entry['serverUrl'] !== 'string') return { name, entry };
      const { serverUrl, ...rest } = entry;
      return { name, entry: { ...rest, url: serverUrl } };
    });
  },
};
