import { isRecord } from '../../../shared/jsonPointer.ts';
import { entriesOf, joinOn } from './client.ts';
import type { Importer } from './client.ts';

/** How many projects' own files are looked at. */
const projectLimit = 50;

/**
 * ~/.claude.json: servers of the user, and of each project under its folder's path; the `.mcp.json`
 * of those folders too (code.claude.com/docs, "MCP installation scopes").
 */
export const claudeCode: Importer = {
  client: 'claude-code',
  places: ({ platform, home, environment }) => [
    joinOn(platform, environment['CLAUDE_CONFIG_DIR'] || home, '.claude.json'),
  ],
  read: (content) => {
    if (!isRecord(content)) return [];
    const projects = isRecord(content['projects']) ? Object.entries(content['projects']) : [];
    const ofProjects = projects.flatMap(([project, value]) =>
      isRecord(value) ? entriesOf(value['mcpServers']).map((entry) => ({ ...entry, project })) : [],
    );
    return [...entriesOf(content['mcpServers']), ...ofProjects];
  },
  more: (content, { platform }) => {
    if (!isRecord(content) || !isRecord(content['projects'])) return [];
    return Object.keys(content['projects'])
      .slice(-projectLimit)
      .map((folder) => joinOn(platform, folder, '.mcp.json'));
  },
};
