import type { ServerSummary } from '../../src/shared/server.ts';
import type { ServerTool } from '../../src/main/servers/tools/serverTool.ts';
import type { BuiltinTool } from '../../src/main/tools/builtin/builtinTool.ts';

/** A server's tool that takes anything, unless told otherwise. */
export function serverTool(
  server: string,
  name: string,
  more: Partial<ServerTool> = {},
): ServerTool {
  return {
    server,
    name,
    title: name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object' },
    annotations: {},
    ...more,
  };
}

/** A built-in tool that says "built in". */
export function builtinTool(name: string): BuiltinTool {
  return {
    name,
    title: name,
    description: `Built in: ${name}.`,
    inputSchema: { type: 'object' },
    annotations: {},
    permission: 'allow',
    run: async () => ({ content: [{ type: 'text', text: 'built in' }], isError: false }),
  };
}

/** A row of the servers table. */
export function serverSummary(
  name: string,
  state: ServerSummary['state'],
  source: ServerSummary['source'] = 'user',
): ServerSummary {
  const counts = {
    toolCount: 0,
    hasResources: false,
    hasPrompts: false,
    callCount: 0,
    restartCount: 0,
  };
  return { name, source, state, transport: 'stdio', ...counts };
}

export const connected = { kind: 'connected', since: 0, tookMs: 1 } as const;
export const stopped = { kind: 'stopped', since: 0, by: 'never-started' } as const;
