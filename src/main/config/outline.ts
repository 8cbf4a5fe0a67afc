import type { ServerOutline } from '../../shared/adding.ts';
import { transportOf } from '../../shared/server.ts';
import type { ServerConfig } from '../../shared/server.ts';

/** An entry without the values of its variables and headers. */
export function outlineOf(config: ServerConfig): ServerOutline {
  const transport = transportOf(config);
  if ('command' in config) {
    const { command, args, cwd, env } = config;
    return { transport, command, args, cwd, environmentNames: Object.keys(env), headerNames: [] };
  }
  if (!('headers' in config)) return { transport, environmentNames: [], headerNames: [] };
  const helper = 'headersHelper' in config ? config.headersHelper : undefined;
  const headerNames = Object.keys(config.headers);
  return { transport, url: config.url, helper, environmentNames: [], headerNames };
}
