import type { Access } from '../authorizedFetch.ts';
import type { HeadersHelper, HelpedServer } from './headersHelper.ts';
import type { KnownSecrets } from '../keychain/knownSecrets.ts';
import { needsHelp } from '../mcpAuthError.ts';

type Headers = Readonly<Record<string, string>>;

/** How the requests to a server are authorized by what its program prints, asked again after a 401. */
export function helperAccess(
  server: HelpedServer,
  helper: HeadersHelper,
  secrets: KnownSecrets,
  mayRun: () => boolean,
): Access<Headers> {
  const { name, url } = server;
  const ask = () => helper.headers(server, mayRun());
  return {
    url,
    current: ask,
    afterRefusal: () => {
      helper.forget(name);
      return ask();
    },
    widen: async () => false,
    present: async (headers) => {
      // What follows the scheme, as in `Bearer KEY`, is the secret where it stands alone too.
      const values = Object.values(headers);
      secrets.add(name, [...values, ...values.map((value) => value.replace(/^\S+ +/, ''))]);
      return { ...headers };
    },
    observe: async () => false,
    onChallenge: () => undefined,
    refusal: () => needsHelp(url),
    hide: (text) => secrets.hide(name, text),
  };
}
