import type { AuthStep, SignInView } from '../../shared/auth.ts';
import { AppFailure, toAppError } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { ServerConfig } from '../../shared/server.ts';
import { accountOf } from './account.ts';
import { authorizedFetch, authorizedHandshake } from './authorizedFetch.ts';
import type { Access, Handshake } from './authorizedFetch.ts';
import { clientKeyOf } from './clientKey.ts';
import { DpopProofs } from './dpop.ts';
import type { HeadersHelper } from './headersHelper.ts';
import { needsHelp, needsSignIn } from './mcpAuthError.ts';
import { obtainGrant } from './obtainGrant.ts';
import type { ObtainPorts } from './obtainGrant.ts';
import type { Challenge, Grant, ProtectedServer } from './oauth.ts';
import { meansOf, protectedServer, signInServer } from './protectedServer.ts';
import type { ServerEntry } from './protectedServer.ts';
import { revokeGrant } from './revoke.ts';
import { SignIns, nothingWaits } from './signIns.ts';
import { TokenKeeper } from './tokenKeeper.ts';
import { requestTokens } from './tokenRequest.ts';

export type AuthorizationPorts = ObtainPorts & {
  readonly helper: HeadersHelper;
  /** For the connection log. */
  readonly onStep: (server: string, step: AuthStep) => void;
  /** What {@link Authorization.view} answers has changed. */
  readonly onChange: (server: string) => void;
  readonly onSigningIn: (server: string) => void;
  readonly onSignInOver: (server: string, outcome: SignInOutcome) => void;
};

/** `cause` is why it failed; `isMore`: what was held before holds still, and there is more now. */
export type SignInOutcome = { readonly cause?: AppError | undefined; readonly isMore: boolean };

/** What authorizes the requests to one server. */
export type ServerAuthorization = {
  readonly fetch: (fetchNow: typeof fetch) => typeof fetch;
  readonly handshake: Handshake;
};

/** Who we are to each remote server: signs in and out, and puts what that gave on its requests. */
export class Authorization {
  readonly #signIns: SignIns;
  readonly #keeper: TokenKeeper;
  /** What each server last asked for. */
  readonly #challenges = new Map<string, Challenge>();
  /** Of the grants that are bound to a key, by its server. */
  readonly #proofs = new Map<
    string,
    { readonly key: unknown; readonly proofs: Promise<DpopProofs> }
  >();

  constructor(private readonly ports: AuthorizationPorts) {
    this.#signIns = new SignIns({
      authorize: async (server, progress) => {
        const challenge = this.#challenges.get(server.name) ?? {};
        await this.#keeper.save(server, await obtainGrant(ports, server, challenge, progress));
        this.#challenges.delete(server.name);
      },
      onStep: ports.onStep,
      onChange: ports.onChange,
    });
    this.#keeper = new TokenKeeper({
      store: ports.store,
      lockFolder: ports.lockFolder,
      now: ports.now,
      step: this.#signIns.step,
      refresh: async (grant, server) => this.#refresh(grant, server),
    });
  }

  /** Undefined for a server whose own headers say who we are, or that needs nothing. */
  of(entry: ServerEntry): ServerAuthorization | undefined {
    const server = protectedServer(entry);
    if (server !== undefined) return authorizedBy(this.#tokenAccess(server));
    const { config } = entry;
    if (meansOf(config) !== 'headers-helper' || !('headersHelper' in config)) return undefined;
    return authorizedBy(this.#helperAccess(entry.name, config));
  }

  /** Rejects with an AppFailure. Asked while one is under way it shows that one's page again. */
  async signIn(entry: ServerEntry): Promise<void> {
    const server = signInServer(entry);
    const { name } = server;
    const isMore = this.#challenges.get(name)?.error === 'insufficient_scope';
    this.ports.onSigningIn(name);
    try {
      await this.#signIns.start(server, true);
    } catch (thrown) {
      this.ports.onSignInOver(name, { cause: toAppError(thrown), isMore });
      throw thrown;
    }
    this.ports.onSignInOver(name, { isMore });
  }

  cancel(server: string): void {
    this.#signIns.cancel(server);
  }

  paste(server: string, url: string): void {
    this.#signIns.paste(server, url);
  }

  /**
   * Keeps what a person registered: the secret of the client that the entry names, else a client for
   * the redirect URI that the sign-in showed. Rejects with an AppFailure where none asks for it.
   */
  async setClient(entry: ServerEntry, clientId: string, clientSecret?: string): Promise<void> {
    const { store } = this.ports;
    const server = signInServer(entry);
    if (clientId === server.oauth.clientId) return store.saveSecret(server, clientSecret);
    const flow = this.#signIns.flow(server.name);
    if (flow.kind !== 'needs-client') throw new AppFailure(nothingWaits(server.name));
    const { issuer, redirectUri } = flow;
    const secret = clientSecret === undefined ? {} : { clientSecret };
    await store.saveClient(server, issuer, { clientId, ...secret, source: 'entered', redirectUri });
  }

  /** Revokes what it can and forgets tokens and registration. */
  async signOut(entry: ServerEntry): Promise<void> {
    const server = signInServer(entry);
    const { store, fetch, now, readTextFile } = this.ports;
    this.#signIns.forget(server.name);
    const grant = await store.grant(server);
    await this.#keeper.forget(server);
    this.#challenges.delete(server.name);
    if (grant !== undefined) {
      await store.forgetClient(server, grant.authorizationServer.issuer);
      const step = (one: AuthStep) => this.#signIns.step(server.name, one);
      const privateKey = await clientKeyOf(server.oauth, readTextFile);
      await revokeGrant({ grant, privateKey, fetch, now, step });
    }
    this.ports.onChange(server.name);
  }

  async view(entry: ServerEntry): Promise<SignInView> {
    const { store } = this.ports;
    const { name: server, config } = entry;
    const common = {
      server,
      means: meansOf(config),
      flow: this.#signIns.flow(server),
      steps: this.#signIns.steps(server),
    };
    const known = protectedServer(entry);
    if (known === undefined) return common;
    const grant = await store.grant(known);
    return {
      ...common,
      ...(grant && { signedIn: { ...signedIn(grant), keptIn: store.keptIn(known) } }),
      keychainProblem: store.problem,
    };
  }

  /** Who is signed in at the identity provider; null where none is configured. */
  async identity() {
    const { identityProvider, store, now } = this.ports;
    const issuer = identityProvider()?.issuer;
    if (issuer === undefined) return null;
    const held = await store.identity(issuer);
    if (held === undefined) return { issuer, isSignedIn: false };
    const { idToken, expiresAt } = held;
    return { issuer, account: accountOf(idToken), expiresAt, isSignedIn: expiresAt > now() };
  }

  async signOutIdentity(): Promise<void> {
    const issuer = this.ports.identityProvider()?.issuer;
    if (issuer !== undefined) await this.ports.store.deleteIdentity(issuer);
  }

  async #refresh(grant: Grant, server: ProtectedServer) {
    const { fetch, now, readTextFile } = this.ports;
    const { refreshToken = '' } = grant.tokens;
    return requestTokens({
      authorizationServer: grant.authorizationServer,
      client: grant.client,
      parameters: { grant_type: 'refresh_token', refresh_token: refreshToken },
      resource: grant.resource,
      dpop: await this.#proofsOf(server, grant),
      privateKey: await clientKeyOf(server.oauth, readTextFile),
      fetch,
      now,
      kind: 'refresh',
      step: (step) => this.#signIns.step(server.name, step),
    });
  }

  #tokenAccess(server: ProtectedServer): Access<Grant> {
    const { name, url, oauth } = server;
    const needsNobody = oauth.grant !== undefined && oauth.grant !== 'authorization_code';
    const obtain = async (): Promise<Grant | undefined> => {
      if (!needsNobody) return undefined;
      await this.#signIns.start(server, false);
      return this.#keeper.current(server);
    };
    return {
      url,
      current: () => this.#keeper.current(server),
      afterRefusal: async (refused) =>
        (await this.#keeper.afterRefusal(server, refused?.tokens.accessToken)) ?? (await obtain()),
      widen: async () => (await obtain()) !== undefined,
      present: async (grant, method, at) => {
        const proofs = await this.#proofsOf(server, grant);
        const { accessToken } = grant.tokens;
        return (
          proofs?.headers(method, at, accessToken) ?? { Authorization: `Bearer ${accessToken}` }
        );
      },
      observe: async (grant, response, at) => {
        const proofs = await this.#proofsOf(server, grant);
        proofs?.observe(response, at);
        return proofs?.isNonceChallenge(response) ?? false;
      },
      onChallenge: (challenge) => void this.#challenges.set(name, challenge),
      refusal: (isStale) => needsSignIn(url, isStale),
    };
  }

  #helperAccess(name: string, config: ServerConfig): Access<Readonly<Record<string, string>>> {
    const url = 'url' in config ? (config.url ?? '') : '';
    const command = 'headersHelper' in config ? (config.headersHelper ?? []) : [];
    const { helper } = this.ports;
    const ask = () => helper.headers({ name, url, command }, true);
    return {
      url,
      current: ask,
      afterRefusal: () => {
        helper.forget(name);
        return ask();
      },
      widen: async () => false,
      present: async (headers) => ({ ...headers }),
      observe: async () => false,
      onChallenge: () => undefined,
      refusal: () => needsHelp(url),
    };
  }

  /** Undefined for tokens that are bound to no key. */
  async #proofsOf({ name }: ProtectedServer, grant: Grant): Promise<DpopProofs | undefined> {
    const { dpopKey, tokens } = grant;
    if (dpopKey === undefined || tokens.tokenType !== 'DPoP') return undefined;
    const key = JSON.stringify(dpopKey);
    const known = this.#proofs.get(name);
    if (known?.key === key) return known.proofs;
    const proofs = DpopProofs.from(dpopKey);
    this.#proofs.set(name, { key, proofs });
    return proofs;
  }
}

function authorizedBy<C>(access: Access<C>): ServerAuthorization {
  return {
    fetch: (fetchNow) => authorizedFetch(fetchNow, access),
    handshake: authorizedHandshake(access),
  };
}

function signedIn({ authorizationServer, client, tokens }: Grant) {
  return {
    account: accountOf(tokens.idToken),
    issuer: authorizationServer.issuer,
    scopes: tokens.scope?.split(' ').filter((scope) => scope !== '') ?? [],
    expiresAt: tokens.expiresAt,
    renews: tokens.refreshToken !== undefined,
    isBoundToKey: tokens.tokenType === 'DPoP',
    clientId: client.clientId,
    clientSource: client.source,
  };
}
