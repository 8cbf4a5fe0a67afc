import { z } from 'zod';
import type { ServerConfig } from '../../shared/server.ts';

/** `https://*.example.com/*`: a `*` in the host stands for no slash. Without a path it is any path. */
const urlPattern = /^([a-z*]+):\/\/([^/?#@\s]+)(\/\S*)?$/i;

/** One line of the lists: by exact name, by the whole command with its arguments, or by address. */
export const ServerMatch = z.union(
  [
    z.strictObject({ serverName: z.string().min(1) }),
    z.strictObject({ serverCommand: z.array(z.string()).min(1) }),
    z.strictObject({ serverUrl: z.string().regex(urlPattern) }),
  ],
  'must have serverName, serverCommand (a list) or serverUrl (such as https://*.example.com/*)',
);
export type ServerMatch = z.infer<typeof ServerMatch>;

/** Which servers an administrator lets in. Without `allow` all that are not denied; deny wins. */
export type ManagedLists = {
  readonly allow?: readonly ServerMatch[] | undefined;
  readonly deny: readonly ServerMatch[];
};

/**
 * Whether the lists let a server in. Where the list of what is allowed has commands, a program must
 * be one of them, and its name alone is not enough; the same for addresses.
 */
export function isLetIn(lists: ManagedLists, name: string, config: ServerConfig): boolean {
  if (lists.deny.some((match) => fits(match, name, config))) return false;
  const { allow } = lists;
  if (allow === undefined) return true;
  const kind = 'command' in config ? 'serverCommand' : 'serverUrl';
  const ofKind = allow.filter((match) => kind in match);
  const telling = ofKind.length > 0 ? ofKind : allow.filter((match) => 'serverName' in match);
  return telling.some((match) => fits(match, name, config));
}

function fits(match: ServerMatch, name: string, config: ServerConfig): boolean {
  if ('serverName' in match) return match.serverName === name;
  if ('serverCommand' in match) {
    if (!('command' in config)) return false;
    const words = [config.command, ...config.args];
    const { serverCommand } = match;
    return (
      words.length === serverCommand.length &&
      words.every((word, index) => word === serverCommand[index])
    );
  }
  return 'url' in config && config.url !== undefined && fitsUrl(match.serverUrl, config.url);
}

function fitsUrl(pattern: string, address: string): boolean {
  const [, scheme = '', host = '', path] = urlPattern.exec(pattern) ?? [];
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const plainHost = url.host.toLowerCase().replace(/\.(?=:|$)/, '');
  return (
    wild(scheme, '[a-z]*').test(url.protocol.slice(0, -1)) &&
    wild(host, '[^/]*').test(plainHost) &&
    (path === undefined || wild(path, '[^]*', '').test(url.pathname + url.search))
  );
}

function wild(pattern: string, star: string, flags = 'i'): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join(star)}$`, flags);
}
