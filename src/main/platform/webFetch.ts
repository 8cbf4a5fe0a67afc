import { Agent, Pool, ProxyAgent, fetch as undiciFetch } from 'undici';
import type { Dispatcher } from 'undici';
import { WayOut } from './wayOut.ts';
import type { NetworkOptions } from './wayOut.ts';

/** Limits belong to the caller: Node's own fetch gives up on an answer that is silent for 300 s. */
const noLimits = { headersTimeout: 0, bodyTimeout: 0 };

/**
 * The fetch of everything that main asks of the network: without limits of its own, by the proxy of
 * the environment or the system, trusting the extra certificates. Rejects with an AppFailure when
 * the proxy or the certificates can't be used, and else as fetch does.
 */
export function createWebFetch(options: NetworkOptions = {}): typeof fetch {
  const wayOut = new WayOut(options);
  const dispatchers = new Map<string, Dispatcher>();

  async function dispatcherFor(url: URL): Promise<Dispatcher> {
    const { proxy, tls, key } = await wayOut.to(url);
    const known = dispatchers.get(key);
    if (known !== undefined) return known;
    const made =
      proxy === undefined ? new Agent({ ...noLimits, connect: tls }) : throughProxy(proxy, tls);
    dispatchers.set(key, made);
    return made;
  }

  const webFetch = async (input: string | URL, init?: RequestInit) => {
    const dispatcher = await dispatcherFor(new URL(input));
    return undiciFetch(input, { ...(init as Parameters<typeof undiciFetch>[1]), dispatcher });
  };
  return webFetch as unknown as typeof fetch;
}

/** Plain http goes to the proxy as it is (RFC 9112, section 3.2.2), https through a tunnel. */
function throughProxy(uri: string, tls: { readonly ca?: string[] }): Dispatcher {
  return new ProxyAgent({
    uri,
    ...noLimits,
    proxyTunnel: false,
    requestTls: tls,
    proxyTls: tls,
    // Where it does not tunnel, it hands on nothing but `connect`.
    factory: (origin, given: object) => new Pool(origin, { ...given, ...noLimits }),
  });
}
