import { rootCertificates } from 'node:tls';
import { AppFailure } from '../../shared/errors.ts';
import { ExtraCertificates } from './extraCertificates.ts';
import { environmentProxy, pacProxy } from './proxyChoice.ts';

export type NetworkOptions = {
  /** HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS, which Electron ignores. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The system's proxy for an address, as a PAC result; asked where the environment says nothing. */
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined;
  /** A PEM file of certificates to trust besides the usual ones; asked with every request. */
  readonly extraCaFile?: (() => string | undefined) | undefined;
};

type Way = {
  /** An http or https URL, perhaps with a name and a password. */
  readonly proxy: string | undefined;
  /** All that are trusted, where there are more than the usual ones. */
  readonly tls: { readonly ca?: string[] };
  /** Another one as soon as something of the way is another one. */
  readonly key: string;
};

/** How all that main asks of the network leaves this computer, and whom it trusts. */
export class WayOut {
  readonly #certificates = new ExtraCertificates();

  constructor(private readonly options: NetworkOptions) {}

  /** Rejects with an AppFailure when the proxy or the certificates can't be used. */
  async to(url: URL): Promise<Way> {
    const { environment = process.env, extraCaFile } = this.options;
    const [proxy, trusted] = await Promise.all([
      this.#proxyFor(url, environment),
      this.#certificates.load(environment['NODE_EXTRA_CA_CERTS'], extraCaFile?.()),
    ]);
    const tls = trusted.pem.length === 0 ? {} : { ca: [...rootCertificates, ...trusted.pem] };
    return { proxy, tls, key: `${trusted.version} ${proxy ?? ''}` };
  }

  async #proxyFor(
    url: URL,
    environment: Readonly<Record<string, string | undefined>>,
  ): Promise<string | undefined> {
    const { resolveProxy = async () => 'DIRECT' } = this.options;
    // A PAC file knows http and https; a browser may prefer SOCKS for the schemes of WebSockets.
    const asHttp = url.href.replace(/^ws/, 'http');
    const choice = environmentProxy(url, environment) ?? pacProxy(await resolveProxy(asHttp));
    if (choice.kind === 'refused') throw new AppFailure(choice.why);
    return choice.kind === 'proxy' ? choice.url : undefined;
  }
}
