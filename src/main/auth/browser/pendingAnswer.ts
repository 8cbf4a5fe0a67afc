import { AppFailure } from '../../../shared/errors.ts';
import { judgeResponse, notTheAnswer, pastedQuery } from './authorizationResponse.ts';
import type { CallbackOutcome } from './callbackPage.ts';
import type { AuthorizationServer } from '../oauth.ts';

/** So many answers that are not ours are borne with. */
const maxForeign = 20;

/**
 * The answer of the browser: by the loopback redirect or by hand, whichever comes first. `code`
 * rejects with an AppFailure: what the answer says, `auth/too-many-answers` {count}, or what it is
 * ended with.
 */
export class PendingAnswer {
  readonly code: Promise<string>;
  #settle: { resolve: (code: string) => void; reject: (error: unknown) => void } | undefined;
  #foreign = 0;

  constructor(
    private readonly expected: {
      readonly state: string;
      readonly server: AuthorizationServer;
      readonly redirectUri: string;
    },
  ) {
    this.code = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    // It may be ended before anybody waits for it.
    this.code.catch(() => undefined);
  }

  /** Takes what came to the redirect URI. */
  readonly take = (query: URLSearchParams): CallbackOutcome => {
    const settle = this.#settle;
    if (settle === undefined) return 'foreign';
    const verdict = judgeResponse(query, this.expected.state, this.expected.server);
    if (verdict.kind === 'foreign') {
      this.#foreign += 1;
      if (this.#foreign >= maxForeign) this.end(tooMany(this.#foreign));
      return 'foreign';
    }
    this.#settle = undefined;
    if (verdict.kind === 'code') {
      settle.resolve(verdict.code);
      return 'done';
    }
    settle.reject(new AppFailure(verdict.error));
    return verdict.error.code === 'auth/denied' ? 'denied' : 'failed';
  };

  /** Takes the address that a browser elsewhere ended at. Throws `auth/not-the-answer` {redirectUri}. */
  readonly paste = (address: string): void => {
    const { redirectUri } = this.expected;
    if (this.take(pastedQuery(address, redirectUri)) === 'foreign') throw notTheAnswer(redirectUri);
  };

  end(failure: AppFailure): void {
    this.#settle?.reject(failure);
    this.#settle = undefined;
  }
}

function tooMany(count: number): AppFailure {
  return new AppFailure({
    code: 'auth/too-many-answers',
    message: `${count} answers came that do not belong to this sign-in, so it was ended`,
    params: { count },
    action: 'retry',
  });
}
