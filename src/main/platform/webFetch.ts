import { EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';

/**
 * The fetch of everything that main asks of the network. Node's own gives up on an answer that is
 * silent for 300 s, whatever limit the caller has set; this one leaves limits to the caller, and
 * honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
 */
export function createWebFetch(): typeof fetch {
  const dispatcher = new EnvHttpProxyAgent({ headersTimeout: 0, bodyTimeout: 0 });
  const webFetch = (input: string | URL, init?: RequestInit) =>
    undiciFetch(input, { ...(init as Parameters<typeof undiciFetch>[1]), dispatcher });
  return webFetch as unknown as typeof fetch;
}
