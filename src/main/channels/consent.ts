import type { Consent } from '../../shared/channel.ts';
import type { ServerConfig, ServerSummary } from '../../shared/server.ts';
import { signatureOf } from '../servers/connection/eraVerdicts.ts';

/** What channels need to know of the servers. */
export type ChannelServers = {
  readonly list: () => readonly ServerSummary[];
  readonly config: (server: string) => ServerConfig;
};

/** Of a server's configuration as it is now; undefined for one that is no longer configured. */
export function signatureNow(servers: ChannelServers, server: string): string | undefined {
  const known = servers.list().some(({ name }) => name === server);
  return known ? signatureOf(servers.config(server)) : undefined;
}

/** Whether what was allowed for `kept` holds for what the server is now. */
export function consentOf(kept: string | undefined, now: string | undefined): Consent {
  if (kept === undefined) return 'not-allowed';
  return kept === now ? 'allowed' : 'changed';
}
