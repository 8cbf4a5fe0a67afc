import type { AppError } from '../../../shared/errors.ts';
import type { AuthStep } from '../../../shared/auth.ts';
import type { CredentialStore } from '../keychain/credentialStore.ts';
import type { Grant, OAuthTokens, ProtectedServer } from '../oauth.ts';
import { withProcessLock } from '../keychain/processLock.ts';
import { afterFailedRefresh, hasExpired, nextStep, renewedTokens } from './refreshPolicy.ts';
import { oauthErrorOf } from './tokenRequest.ts';
import { stepDetail } from '../stepDetail.ts';

export type TokenKeeperPorts = {
  readonly store: CredentialStore;
  /** Shared by all processes that share the keychain's items. */
  readonly lockFolder: string;
  /**
   * Asks the grant's authorization server (grant_type=refresh_token); rejects with an AppFailure.
   * It has to end within half a minute: it runs while other processes wait.
   */
  readonly refresh: (grant: Grant, server: ProtectedServer) => Promise<OAuthTokens>;
  readonly now: () => number;
  /** Told of what is not seen in the token requests themselves. */
  readonly step: (server: string, step: AuthStep) => void;
};

/**
 * Keeps each server's tokens good: renewed before they expire and when they are refused, by one
 * request at a time across all calls and processes, and written before they are used.
 */
export class TokenKeeper {
  readonly #ports: TokenKeeperPorts;
  readonly #renewing = new Map<string, Promise<Grant | undefined>>();
  readonly #failedAt = new Map<string, number>();

  constructor(ports: TokenKeeperPorts) {
    this.#ports = ports;
  }

  /**
   * What to send with a request, renewed when due; undefined where nobody is signed in or the sign-in
   * is over. Rejects with an AppFailure where a renewal failed and the old token has expired.
   */
  async current(server: ProtectedServer): Promise<Grant | undefined> {
    const { store, now } = this.#ports;
    const grant = await store.grant(server);
    if (grant === undefined) return undefined;
    const failedAt = this.#failedAt.get(server.name);
    switch (nextStep(grant.tokens, { now: now(), failedAt })) {
      case 'use':
        return grant;
      case 'sign-in':
        return undefined;
      case 'refresh':
        try {
          return await this.#renew(server, undefined);
        } catch (thrown) {
          const kept = await store.grant(server);
          if (kept === undefined || hasExpired(kept.tokens, now())) throw thrown;
          return kept;
        }
    }
  }

  /**
   * Something else than the access token that was refused (undefined: none was sent): what another
   * process or call got meanwhile, or renewed once. Undefined: a person has to sign in; so too when
   * what this gives is refused again. Rejects with an AppFailure where the renewal failed for now.
   */
  async afterRefusal(
    server: ProtectedServer,
    refused: string | undefined,
  ): Promise<Grant | undefined> {
    const known = await this.#ports.store.grant(server);
    const now = this.#ports.now();
    if (known !== undefined && nextStep(known.tokens, { now, refused }) === 'use') return known;
    const grant = await this.#renew(server, refused);
    return grant?.tokens.accessToken === refused ? undefined : grant;
  }

  /** Stores what a sign-in gave; a renewal of the old grant that is under way does not undo it. */
  async save(server: ProtectedServer, grant: Grant): Promise<void> {
    await this.#alone(server, () => this.#ports.store.saveGrant(server, grant), 'run');
    this.#failedAt.delete(server.name);
  }

  /** Answers what there was, as a renewal that was under way left it. */
  async forget(server: ProtectedServer): Promise<Grant | undefined> {
    const { store } = this.#ports;
    const forget = async () => {
      const grant = await store.rereadGrant(server);
      await store.deleteGrant(server);
      return grant;
    };
    const grant = await this.#alone(server, forget, 'run');
    this.#failedAt.delete(server.name);
    return grant;
  }

  #renew(server: ProtectedServer, refused: string | undefined): Promise<Grant | undefined> {
    const key = JSON.stringify([server.name, server.url, refused]);
    const running = this.#renewing.get(key);
    if (running !== undefined) return running;
    const started = this.#alone(server, () => this.#renewAlone(server, refused), 'fail').finally(
      () => this.#renewing.delete(key),
    );
    this.#renewing.set(key, started);
    return started;
  }

  async #renewAlone(
    server: ProtectedServer,
    refused: string | undefined,
  ): Promise<Grant | undefined> {
    const { store, now, refresh } = this.#ports;
    const stored = await store.rereadGrant(server);
    if (stored === undefined) return undefined;
    const next = nextStep(stored.tokens, { now: now(), refused });
    if (next === 'sign-in') return undefined;
    if (next === 'use') return stored;
    try {
      const fresh = await refresh(stored, server);
      const renewed = { ...stored, tokens: renewedTokens(stored.tokens, fresh) };
      await store.saveGrant(server, renewed);
      this.#failedAt.delete(server.name);
      return renewed;
    } catch (thrown) {
      return this.#afterFailure(server, stored, thrown);
    }
  }

  async #afterFailure(
    server: ProtectedServer,
    used: Grant,
    thrown: unknown,
  ): Promise<Grant | undefined> {
    const { store, now, step } = this.#ports;
    const oauthError = oauthErrorOf(thrown);
    const stored = oauthError === undefined ? used : await store.rereadGrant(server);
    const verdict = afterFailedRefresh({
      oauthError,
      used: used.tokens.refreshToken,
      stored: stored?.tokens,
    });
    const say = (detail: AppError): void =>
      step(server.name, { kind: 'refresh', at: now(), verdict: 'refused', detail });
    switch (verdict) {
      case 'delete':
        await store.deleteGrant(server);
        say(stepDetail('over'));
        return undefined;
      case 'take-stored':
        say(stepDetail('stored-used'));
        return stored;
      case 'keep':
        this.#failedAt.set(server.name, now());
        say(stepDetail('kept'));
        throw thrown;
    }
  }

  #alone<T>(server: ProtectedServer, run: () => Promise<T>, whenBusy: 'fail' | 'run'): Promise<T> {
    return withProcessLock(this.#ports.lockFolder, `grant ${server.name}`, run, { whenBusy });
  }
}
