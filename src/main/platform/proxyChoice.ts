import type { AppError } from '../../shared/errors.ts';

/** How a request leaves this computer. */
export type ProxyChoice =
  | { readonly kind: 'direct' }
  /** An http or https URL, with credentials where the environment gives them. */
  | { readonly kind: 'proxy'; readonly url: string }
  | { readonly kind: 'refused'; readonly why: AppError };

const direct: ProxyChoice = { kind: 'direct' };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY say of an address, lower case first as curl
 * has it; undefined when they say nothing, so that the system's settings decide. This computer is
 * never asked for through a proxy.
 */
export function environmentProxy(url: URL, environment: Environment): ProxyChoice | undefined {
  if (isLoopback(url.hostname)) return direct;
  const value = (name: string) => environment[name] || environment[name.toUpperCase()] || undefined;
  if (isExcepted(url, value('no_proxy') ?? '')) return direct;
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const proxy = value(isSecure ? 'https_proxy' : 'http_proxy') ?? value('all_proxy');
  return proxy === undefined ? undefined : proxyAt(proxy);
}

/**
 * The first way that a PAC result offers and we can go: `PROXY host:port; HTTPS host:port; DIRECT`,
 * as Electron's session.resolveProxy and FindProxyForURL give it.
 */
export function pacProxy(result: string): ProxyChoice {
  let refused: ProxyChoice | undefined;
  for (const part of result.split(';')) {
    const [kind = '', address = ''] = part.trim().split(/\s+/);
    switch (kind.toUpperCase()) {
      case 'DIRECT':
        return direct;
      case 'PROXY':
      case 'HTTP':
        return proxyAt(`http://${address}`);
      case 'HTTPS':
        return proxyAt(`https://${address}`);
      case 'SOCKS':
      case 'SOCKS4':
      case 'SOCKS5':
        refused ??= { kind: 'refused', why: socksProxy(address) };
    }
  }
  return refused ?? direct;
}

function proxyAt(text: string): ProxyChoice {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(withScheme)) return { kind: 'refused', why: badProxy() };
  const url = new URL(withScheme);
  if (url.protocol.startsWith('socks')) return { kind: 'refused', why: socksProxy(url.host) };
  if (url.hostname === '' || !/^https?:$/.test(url.protocol)) {
    return { kind: 'refused', why: badProxy() };
  }
  return { kind: 'proxy', url: url.href };
}

/** Addresses of this computer (RFC 6761, section 6.3, and RFC 1122, section 3.2.1.3). */
function isLoopback(hostname: string): boolean {
  return (
    /^(.+\.)?localhost\.?$/.test(hostname) ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}

/** Whether a list of hosts, domains and `host:port` names the address; `*` names all. */
function isExcepted(url: URL, list: string): boolean {
  const port = url.port || (/^(https|wss):$/.test(url.protocol) ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => {
      if (entry === '') return false;
      if (entry === '*') return true;
      const [, name = entry, only] = /^(.*[^:]):(\d+)$/.exec(entry) ?? [];
      if (only !== undefined && only !== port) return false;
      const domain = name.replace(/^\*?\./, '');
      const host = url.hostname;
      return host === domain || host === `[${domain}]` || host.endsWith(`.${domain}`);
    });
}

function socksProxy(proxy: string): AppError {
  return {
    code: 'app/socks-proxy',
    message: `The proxy ${proxy} speaks SOCKS, which Patchbay can't use. Set HTTPS_PROXY to an HTTP proxy.`,
    params: { proxy },
  };
}

/** The text itself may hold a password. */
function badProxy(): AppError {
  return {
    code: 'app/bad-proxy',
    message: 'The proxy that is set is not an address. Look at HTTPS_PROXY and HTTP_PROXY.',
  };
}
