import type { ServerSummary } from '../../../shared/server.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { namedServer, unknownServer } from './namedServer.ts';

/** What connect_mcp needs of the supervisor. */
export type ServerStarter = {
  list(): readonly ServerSummary[];
  /** Resolves when the server is connected; throws an AppFailure with the reason otherwise. */
  connect(name: string, signal: AbortSignal): Promise<unknown>;
};

/** So many names are told. */
const mostNamed = 50;
/** A server with no more tools than this is wanted as a whole: none has to be searched for. */
const mostLoaded = 20;

/** The tool by which the model starts a configured server; its tools are there in the next round. */
export function createConnectMcp(servers: ServerStarter): BuiltinTool {
  return {
    name: 'connect_mcp',
    title: 'Connect server',
    description:
      'Connect to a configured MCP server by its name and discover its tools. The tools can be used right after.',
    inputSchema: namedServer,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    permission: 'allow',
    async run(input, context) {
      const name = String(input['name']);
      const server = servers.list().find((one) => one.name === name);
      if (!server) return unknownServer(name, servers.list());
      const wasConnected = server.state.kind === 'connected';
      if (!wasConnected) await servers.connect(name, context.signal);
      const tools = context.toolsOf(name);
      const found = tools
        .slice(0, mostNamed)
        .map((tool) => (tool.mark === '' ? tool.name : `${tool.name} ${tool.mark}`));
      if (tools.length > mostNamed) {
        found.push(`and ${tools.length - mostNamed} more, which tool_search finds`);
      }
      const start = wasConnected
        ? `'${name}' is already connected. Tools`
        : `Connected to '${name}'. Discovered`;
      return {
        content: [{ type: 'text', text: `${start}: ${found.join(', ') || '(no tools)'}` }],
        isError: false,
        summary: { code: 'tools-found', count: tools.length },
        ...(tools.length <= mostLoaded && { loaded: tools.map((tool) => tool.name) }),
      };
    },
  };
}
