import type { RelayView } from '../../shared/channel.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { RelayedAnswer } from '../../shared/permission.ts';
import type { OpenPrompt, PromptPlace } from '../permissions/prompts.ts';
import { signatureOf } from '../servers/connection/eraVerdicts.ts';
import type { RelayConsents } from '../store/relayConsents.ts';
import { consentOf, signatureNow } from './consent.ts';
import type { ChannelServers } from './consent.ts';
import { judgeAnswer, mayBeSent, newRequestId, requestParams } from './relayRules.ts';
import type { RelayedRequest } from './relayRules.ts';

export type RelayOptions = {
  readonly consents: RelayConsents;
  readonly servers: ChannelServers & {
    /** Throws an AppFailure when it is not connected. */
    readonly notify: (
      server: string,
      method: string,
      params: Readonly<Record<string, unknown>>,
    ) => void;
  };
  /** Answers an open prompt; false when another answer came first. */
  readonly answer: (via: RelayedAnswer, of: PromptPlace, answer: 'allow-once' | 'deny') => boolean;
  /** Told of an answer that was ignored. */
  readonly warn: (server: string, text: string) => void;
  readonly onChange: () => void;
  readonly now?: () => number;
  readonly random?: () => number;
};

const requestMethod = 'notifications/claude/channel/permission_request';

type Open = RelayedRequest & { readonly sentTo: Map<string, number> };

/**
 * Sends open permission prompts to the servers that a person let pass them on, and takes the
 * answers. An answer lets one call run or not; it changes no rule, pin or mode.
 */
export class PermissionRelay {
  readonly #options: RelayOptions;
  readonly #now: () => number;
  readonly #open = new Map<string, Open>();

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** A prompt is open; the answer is to be called once it is not. */
  opened(prompt: OpenPrompt): () => void {
    const { random = Math.random } = this.#options;
    const id = newRequestId(random, (taken) => this.#open.has(taken));
    this.#open.set(id, { id, at: this.#now(), prompt, sentTo: new Map() });
    this.spread();
    return () => void this.#open.delete(id);
  }

  /** Sends what is open to whoever has not got it on the connection that it has now. */
  spread(): void {
    if (this.#open.size === 0) return;
    const { servers } = this.#options;
    const allowed = this.#options.consents.allowed();
    for (const { name, relays, state } of servers.list()) {
      if (relays !== true || state.kind !== 'connected') continue;
      if (consentOf(allowed.get(name), signatureNow(servers, name)) !== 'allowed') continue;
      for (const { id, prompt, sentTo } of this.#open.values()) {
        if (!mayBeSent(name, prompt) || sentTo.get(name) === state.since) continue;
        if (this.#send(name, requestParams(id, prompt))) sentTo.set(name, state.since);
      }
    }
  }

  #send(server: string, params: ReturnType<typeof requestParams>): boolean {
    try {
      this.#options.servers.notify(server, requestMethod, params);
      return true;
    } catch (thrown) {
      // It has just gone; once it is back, this is sent again.
      if (thrown instanceof AppFailure) return false;
      throw thrown;
    }
  }

  /** Takes the params of a server's answer: the first that is valid counts, here or there. */
  receive(server: string, params: unknown): void {
    const { answer, warn } = this.#options;
    const isAllowed = this.#consent(server) === 'allowed';
    const judged = isAllowed
      ? judgeAnswer(server, params, (id) => this.#open.get(id), this.#now())
      : ({ kind: 'ignored', why: 'it may not answer' } as const);
    if (judged.kind === 'ignored') {
      warn(server, `an answer to a permission prompt was ignored: ${judged.why}`);
      return;
    }
    const { id, prompt } = judged.request;
    this.#open.delete(id);
    if (answer({ server, request: id }, prompt, judged.answer)) return;
    warn(server, `an answer to a permission prompt was ignored: ${id} had one already`);
  }

  allow(server: string): void {
    const { consents, servers, onChange } = this.#options;
    consents.allow(server, signatureOf(servers.config(server)));
    this.spread();
    onChange();
  }

  forbid(server: string): void {
    this.#options.consents.forbid(server);
    for (const { sentTo } of this.#open.values()) sentTo.delete(server);
    this.#options.onChange();
  }

  /** Every server that offers it, or was allowed it. */
  view(): readonly RelayView[] {
    const { consents, servers } = this.#options;
    const allowed = consents.allowed();
    return servers
      .list()
      .filter(({ name, relays }) => relays === true || allowed.has(name))
      .map(({ name }) => ({
        server: name,
        consent: consentOf(allowed.get(name), signatureNow(servers, name)),
      }));
  }

  #consent(server: string) {
    const { consents, servers } = this.#options;
    return consentOf(consents.allowed().get(server), signatureNow(servers, server));
  }
}
