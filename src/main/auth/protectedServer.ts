import type { SignInView } from '../../shared/auth.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { ServerConfig } from '../../shared/server.ts';
import type { ProtectedServer } from './oauth.ts';

/** An entry of `mcpServers`, as far as authorization looks at it. */
export type ServerEntry = { readonly name: string; readonly config: ServerConfig };

/** How a server is authorized. What its headers say of it, a person said, and so it wins. */
export function meansOf(config: ServerConfig): SignInView['means'] {
  if (!('url' in config) || config.type === 'sse-ide') return 'none';
  if (Object.keys(config.headers).some((name) => name.toLowerCase() === 'authorization')) {
    return 'headers';
  }
  if (config.headersHelper !== undefined) return 'headers-helper';
  return config.oauth?.grant ?? 'authorization_code';
}

/** The part of an entry that OAuth is about; undefined where it is authorized in another way. */
export function protectedServer({ name, config }: ServerEntry): ProtectedServer | undefined {
  const means = meansOf(config);
  if (means === 'none' || means === 'headers' || means === 'headers-helper') return undefined;
  if (!('url' in config) || config.url === undefined || config.type === 'sse-ide') return undefined;
  // A WebSocket begins as a request of HTTP, and metadata is asked for by it (RFC 6455 section 1.2).
  return { name, url: config.url.replace(/^ws/, 'http'), oauth: config.oauth ?? {} };
}

/** The same, for what a person asked for. Throws `auth/no-sign-in` {server}. */
export function signInServer(entry: ServerEntry): ProtectedServer {
  const server = protectedServer(entry);
  if (server !== undefined) return server;
  throw new AppFailure({
    code: 'auth/no-sign-in',
    message: `There is no sign-in to ${entry.name}: it is authorized in another way, or needs nothing`,
    params: { server: entry.name },
    action: 'edit-server',
  });
}
