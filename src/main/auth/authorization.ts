import type { AuthStep, SignInView } from '../../shared/auth.ts';
import { AppFailure, toAppError } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import { accountOf } from './identity/account.ts';
import { authorizedFetch, authorizedHandshake } from './authorizedFetch.ts';
import type { Access, Handshake } from './authorizedFetch.ts';
import { cancelled } from './browser/browserSignIn.ts';
import { Challenges } from './challenges.ts';
import { clientKeyOf } from './client/clientKey.ts';
import { DpopProofs } from './client/dpop.ts';
import type { HeadersHelper } from './headers/headersHelper.ts';
import { helperAccess } from './headers/helperAccess.ts';
import { KnownSecrets } from './keychain/knownSecrets.ts';
import { needsSignIn } from './mcpAuthError.ts';
import { obtainGrant } from './obtainGrant.ts';
import type { ObtainPorts } from './obtainGrant.ts';
import type { Grant, ProtectedServer } from './oauth.ts';
import { meansOf, protectedServer, signInServer } from './protectedServer.ts';
import type { ServerEntry } from './protectedServer.ts';
import { refusedByServer } from './tokens/refusedByServer.ts';
import { revokeGrant } from './tokens/revoke.ts';
import { signedIn } from './signedIn.ts';
import { SignIns, nothingWaits } from './signIns.ts';
import { TokenKeeper } from './tokens/tokenKeeper.ts';
import { requestTokens } from './tokens/tokenRequest.ts';

export type AuthorizationPorts = ObtainPorts & {
  readonly helper: HeadersHelper;
  /** Whether a server comes from where programs may be named; everywhere by default. */
  readonly mayRunHelper?: ((server: string) => boolean) | undefined;
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
  /** What was shown to the server or given by it: it may say it again. */
  readonly secrets: () => readonly string[];
};

/** Who we are to each remote server: signs in and out, and puts what that gave on its requests. */
export class Authorization {
  readonly #signIns: SignIns;
  readonly #keeper: TokenKeeper;
  readonly #challenges = new Challenges();
  /** The sign-ins that a person asked for, by the whole of the entry. */
  readonly #asked = new Map<string, Promise<void>>();
  readonly #known = new KnownSecrets();
  /** Of the grants that are bound to a key, by its server. */
  readonly #proofs = new Map<
    string,
    { readonly key: unknown; readonly proofs: Promise<DpopProofs> }
  >();

  constructor(private readonly ports: AuthorizationPorts) {
    this.#signIns = new SignIns({
      authorize: async (server, progress) => {
        const before = await ports.store.grant(server);
        const challenge = this.#challenges.of(server);
        // Who is signed in, and asks for it all the same, wants another account.
        const asksAnew = before !== undefined && !this.#challenges.isOpen(server);
        const grant = await obtainGrant(ports, server, { challenge, asksAnew }, progress);
        if (progress.signal.aborted) throw cancelled();
        this.#known.addGrant(server.name, grant);
        await this.#keeper.save(server, grant);
        this.#challenges.answered(server);
        const issuer = before?.authorizationServer.issuer;
        if (issuer !== undefined && issuer !== grant.authorizationServer.issuer) {
          await ports.store.forgetClient(server, issuer);
        }
      },
      hide: (server, error) => this.#known.hideInError(server, error),
      onSecrets: (server, values) => this.#known.add(server, values),
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
    const secrets = () => this.#known.of(entry.name);
    if (server !== undefined) return authorizedBy(this.#tokenAccess(server), secrets);
    const { name, config } = entry;
    if (meansOf(config) !== 'headers-helper' || !('headersHelper' in config)) return undefined;
    const { url, headersHelper: command = [] } = config;
    const mayRun = () => this.ports.mayRunHelper?.(name) !== false;
    const access = helperAccess({ name, url, command }, this.ports.helper, this.#known, mayRun);
    return authorizedBy(access, secrets);
  }

  /** Rejects with an AppFailure. Asked while one is under way it shows that one's page again. */
  async signIn(entry: ServerEntry): Promise<void> {
    const server = signInServer(entry);
    const key = JSON.stringify(server);
    const running = this.#asked.get(key);
    if (running !== undefined) {
      await this.#signIns.focus(server.name);
      return running;
    }
    const asked = this.#signIn(server).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    return asked;
  }

  async #signIn(server: ProtectedServer): Promise<void> {
    const { name } = server;
    const isMore = this.#challenges.of(server).error === 'insufficient_scope';
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

  /** Ends the sign-ins to entries that are others now, or are gone. */
  reconcile(entries: readonly ServerEntry[]): void {
    this.#signIns.keepOnly(entries.flatMap((entry) => protectedServer(entry) ?? []));
  }

  /** Ends every sign-in: the app ends. */
  async stop(): Promise<void> {
    await this.#signIns.stop();
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
    await this.#signIns.forget(server.name);
    const grant = await this.#keeper.forget(server);
    this.#challenges.forget(server);
    this.#proofs.delete(server.name);
    if (grant !== undefined) {
      await store.forgetClient(server, grant.authorizationServer.issuer);
      const step = (one: AuthStep) => this.#signIns.step(server.name, one);
      // Without the key the server refuses to revoke, and that is a step.
      const privateKey = await clientKeyOf(server.oauth, readTextFile).catch(() => undefined);
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
      afterRefusal: async (refused) => {
        const renewed = await this.#keeper.afterRefusal(server, refused?.tokens.accessToken);
        if (renewed !== undefined) this.#challenges.answered(server);
        return renewed ?? obtain();
      },
      widen: async () => (await obtain()) !== undefined,
      present: async (grant, method, at) => {
        this.#known.addGrant(name, grant);
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
      onChallenge: (challenge) => this.#challenges.hear(server, challenge),
      refusal: (isStale, challenge) =>
        needsNobody
          ? refusedByServer(server, challenge, this.#known.of(name))
          : needsSignIn(url, isStale),
      hide: (text) => this.#known.hide(name, text),
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

function authorizedBy<C>(
  access: Access<C>,
  secrets: ServerAuthorization['secrets'],
): ServerAuthorization {
  return {
    secrets,
    fetch: (fetchNow) => authorizedFetch(fetchNow, access),
    handshake: authorizedHandshake(access),
  };
}
