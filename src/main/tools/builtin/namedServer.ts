import type { ServerSummary } from '../../../shared/server.ts';
import type { BuiltinOutcome, BuiltinTool } from './builtinTool.ts';
import { refused } from './said.ts';

/** The arguments of a tool that is about one configured server. */
export const namedServer: BuiltinTool['inputSchema'] = {
  type: 'object',
  properties: {
    name: {
      type: 'string',
      description: 'The name of the server, as listed in the system prompt',
    },
  },
  required: ['name'],
};

/** The answer about a name that no server has. */
export function unknownServer(name: string, servers: readonly ServerSummary[]): BuiltinOutcome {
  const names = servers.map((one) => one.name).join(', ');
  return refused(`Unknown server '${name}'. Available: ${names || '(none)'}`);
}
