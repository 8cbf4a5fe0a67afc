import { transportOf } from '../../shared/server.ts';
import type { ServerConfig } from '../../shared/server.ts';

/**
 * What makes two entries the same server, whatever they are called: its kind and its address, or its
 * command with the arguments. Variables, headers and limits do not count.
 */
export function signature(config: ServerConfig): string {
  const kind = transportOf(config);
  if ('command' in config) return JSON.stringify([kind, config.command, ...config.args]);
  if (config.type === 'sdk') return JSON.stringify([kind, config.name]);
  const ide = config.type === 'sse-ide' ? [config.ideName ?? null] : [];
  return JSON.stringify([kind, config.url ?? null, ...ide]);
}
