import type { ServerSummary } from '../../../shared/server.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { namedServer, unknownServer } from './namedServer.ts';
import { refused, said } from './said.ts';

/** What disconnect_mcp needs of the supervisor. */
export type ServerStopper = {
  list(): readonly ServerSummary[];
  /** Resolves when the server's processes are gone. */
  stop(name: string, by: 'connect_mcp'): Promise<void>;
};

/** The tool by which the model stops a server that runs or is about to; its tools go with it. */
export function createDisconnectMcp(servers: ServerStopper): BuiltinTool {
  return {
    name: 'disconnect_mcp',
    title: 'Disconnect server',
    description:
      'Stop an MCP server by its name. Its tools are gone until connect_mcp starts it again.',
    inputSchema: namedServer,
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    permission: 'ask',
    subject: (input) => ({ kind: 'name', value: String(input['name']) }),
    async run(input) {
      const name = String(input['name']);
      const server = servers.list().find((one) => one.name === name);
      if (!server) return unknownServer(name, servers.list());
      if (server.transport === 'sdk') {
        return refused(`'${name}' is a part of Patchbay and can't be stopped.`);
      }
      if (!isUp(server)) return said(`'${name}' is not running.`);
      await servers.stop(name, 'connect_mcp');
      return said(`Disconnected from '${name}'. Its tools are no longer available.`);
    },
  };
}

/** Whether there is something to stop: a process, a connection, or the next try at one. */
function isUp({ state: { kind } }: ServerSummary): boolean {
  return kind !== 'stopped' && kind !== 'disabled' && kind !== 'failed';
}
