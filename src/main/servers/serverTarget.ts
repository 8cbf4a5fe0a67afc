import type { ServerConfig, ServerDetail } from '../../shared/server.ts';
import { resolveCommand } from './transports/programTransport.ts';
import type { ServerSurroundings } from './serverSurroundings.ts';

/** Where a server is, for showing: a program and the names of what it is given, or an address. */
export function serverTarget(
  config: ServerConfig,
  { workspace, environment }: Pick<ServerSurroundings, 'workspace' | 'environment'>,
): Pick<ServerDetail, 'command' | 'args' | 'cwd' | 'environmentNames' | 'url' | 'headerNames'> {
  if (!('command' in config)) {
    return {
      url: 'url' in config ? config.url : undefined,
      headerNames: 'headers' in config ? Object.keys(config.headers).sort() : undefined,
    };
  }
  const { environment: given, ...rest } = resolveCommand(config, workspace, environment.known());
  return { ...rest, environmentNames: Object.keys(given).sort() };
}
