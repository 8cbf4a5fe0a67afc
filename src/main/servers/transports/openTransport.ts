import { join } from 'node:path';
import { transportOf } from '../../../shared/server.ts';
import type { ServerConfig, StdioConfig } from '../../../shared/server.ts';
import type { ServerAuthorization } from '../../auth/authorization.ts';
import type { ServerEntry } from '../../auth/protectedServer.ts';
import { HttpTransport } from './http.ts';
import { InProcessTransport } from './inProcess.ts';
import type { InProcessServers } from './inProcess.ts';
import { notedFetch } from './remoteOptions.ts';
import type { ServerTransport } from './remoteOptions.ts';
import { SseTransport } from './sse.ts';
import { SseIdeTransport } from './sseIde.ts';
import { WsTransport } from './ws.ts';
import type { OpenStream } from './ws.ts';

/** What transports without a process of their own need of the world. */
export type NetworkPorts = {
  /** Without limits of its own. */
  readonly fetch: typeof fetch;
  /** For WebSockets; by default straight to the address. */
  readonly openStream?: OpenStream | undefined;
  /** Folders where IDEs put their lock files. */
  readonly ideLockFolders: readonly string[];
  readonly inProcess: InProcessServers;
  /** What puts our credentials on the requests to a server; undefined where there are none to put. */
  readonly authorize?: ((entry: ServerEntry) => ServerAuthorization | undefined) | undefined;
};

export type OpenTransportOptions = {
  readonly server: string;
  readonly network: NetworkPorts;
  readonly workspace: string;
  /** An http server without a stated type turned out to be an older one. */
  readonly asSse: boolean;
  /** An answer of 3xx, 4xx or 5xx, for the log. */
  readonly note: (level: 'info' | 'warn', text: string) => void;
  /** The server had forgotten the session, and there is a new one. */
  readonly onRenewed: () => void;
};

/** Where an IDE puts its lock file: its own folder, and ours. */
export function ideLockFolders(home: string, dataFolder: string): readonly string[] {
  return [join(home, '.claude', 'ide'), join(dataFolder, 'ide')];
}

/** The transport of a server that is no program of ours, not started yet. */
export function openTransport(
  config: Exclude<ServerConfig, StdioConfig>,
  options: OpenTransportOptions,
): ServerTransport {
  const { server, network, workspace, asSse, note, onRenewed } = options;
  if (config.type === 'sdk') return new InProcessTransport(config.name, network.inProcess);
  const { headers } = config;
  const { openStream } = network;
  const authorization = network.authorize?.({ name: server, config });
  const noted = notedFetch(network.fetch, note);
  const common = { server, headers, fetch: authorization?.fetch(noted) ?? noted };
  switch (config.type) {
    case undefined:
    case 'http': {
      const remote = { ...common, url: config.url };
      return asSse ? new SseTransport(remote) : new HttpTransport(remote, onRenewed);
    }
    case 'sse':
      return new SseTransport({ ...common, url: config.url });
    case 'ws':
      return new WsTransport({
        server,
        headers,
        url: config.url,
        openStream,
        handshake: authorization?.handshake,
      });
    case 'sse-ide':
      return new SseIdeTransport({
        lockFolders: network.ideLockFolders,
        workspace,
        url: config.url,
        ideName: config.ideName,
        headers,
        openRemote: ({ kind, ...target }) =>
          kind === 'ws'
            ? new WsTransport({ server, openStream, ...target })
            : new SseTransport({ ...common, ...target }),
      });
  }
}

/** The newer era is defined for pipes, Streamable HTTP and what holds one connection in a process. */
export function mayBeModern(config: ServerConfig): boolean {
  return config.type !== 'sse' && config.type !== 'ws' && config.type !== 'sse-ide';
}

/**
 * Whether an http server that answered the handshake with one of these statuses may be one of
 * HTTP+SSE: only where no type is stated (MCP 2025-11-25, Transports, Backwards Compatibility).
 */
export function mayBeSse(config: ServerConfig, statuses: readonly (number | undefined)[]): boolean {
  if ('command' in config || config.type !== undefined) return false;
  return statuses.some((status) => status === 400 || status === 404 || status === 405);
}

/** Local servers share this machine's processor, so that few of them start at once. */
export function isLocal(config: ServerConfig): boolean {
  const kind = transportOf(config);
  return kind === 'stdio' || kind === 'sdk';
}
