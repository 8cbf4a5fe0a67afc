import { rootCertificates } from 'node:tls';
import { Agent, Pool, ProxyAgent, fetch as undiciFetch } from 'undici';
import type { Dispatcher } from 'undici';
import { AppFailure } from '../../shared/errors.ts';
import { ExtraCertificates } from './extraCertificates.ts';
import { environmentProxy, pacProxy } from './proxyChoice.ts';

export type WebFetchOptions = {
  /** HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS, which Electron ignores. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The system's proxy for an address, as a PAC result; asked where the environment says nothing. */
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined;
  /** A PEM file of certificates to trust besides the usual ones; asked with every request. */
  readonly extraCaFile?: (() => string | undefined) | undefined;
};

/** Limits belong to the caller: Node's own fetch gives up on an answer that is silent for 300 s. */
const noLimits = { headersTimeout: 0, bodyTimeout: 0 };

/**
 * The fetch of everything that main asks of the network: without limits of its own, by the proxy of
 * the environment or the system, trusting the extra certificates. Rejects with an AppFailure when
 * the proxy or the certificates can't be used, and else as fetch does.
 */
export function createWebFetch(options: WebFetchOptions = {}): typeof fetch {
  const { environment = process.env, resolveProxy, extraCaFile } = options;
  const certificates = new ExtraCertificates();
  const dispatchers = new Map<string, Dispatcher>();

  async function proxyFor(url: URL): Promise<string | undefined> {
    const choice =
      environmentProxy(url, environment) ??
      pacProxy(resolveProxy === undefined ? 'DIRECT' : await resolveProxy(url.href));
    if (choice.kind === 'refused') throw new AppFailure(choice.why);
    return choice.kind === 'proxy' ? choice.url : undefined;
  }

  async function dispatcherFor(url: URL): Promise<Dispatcher> {
    const [proxy, trusted] = await Promise.all([
      proxyFor(url),
      certificates.load(environment['NODE_EXTRA_CA_CERTS'], extraCaFile?.()),
    ]);
    const key = `${trusted.version} ${proxy ?? ''}`;
    const known = dispatchers.get(key);
    if (known !== undefined) return known;
    const tls = trusted.pem.length === 0 ? {} : { ca: [...rootCertificates, ...trusted.pem] };
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
