import { isRecord } from '../../../shared/jsonPointer.ts';
import { entriesOf, joinOn } from './client.ts';
import type { Importer } from './client.ts';

/** ~/.cursor/mcp.json (cursor.com/docs, "Model Context Protocol"). */
export const cursor: Importer = {
  client: 'cursor',
  places: ({ platform, home }) => [joinOn(platform, home, '.cursor', 'mcp.json')],
  read: (content) => (isRecord(content) ? entriesOf(content['mcpServers']) : []),
};
