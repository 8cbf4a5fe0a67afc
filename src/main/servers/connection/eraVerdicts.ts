import { createHash } from 'node:crypto';
import type { ServerConfig } from '../../../shared/server.ts';

const keptMs = 7 * 24 * 60 * 60 * 1000;

/** An older server; `sse` for one behind a plain address that speaks the older HTTP+SSE. */
export type EraVerdict = 'legacy' | 'sse';

type KeptVerdict = { readonly kind: EraVerdict; readonly since: number };

/** What is kept between runs: what a configuration, by its signature, proved to be, and when. */
export type EraStore = {
  readonly get: (signature: string) => KeptVerdict | undefined;
  readonly put: (signature: string, verdict: KeptVerdict) => void;
  readonly forget: (signature: string) => void;
};

/** Remembers which servers are older ones, so that they are not asked each time. */
export class EraVerdicts {
  constructor(
    private readonly store: EraStore,
    private readonly now: () => number,
  ) {}

  /** Undefined for a newer server, and for one that is not known, or not known any more. */
  of(config: ServerConfig): EraVerdict | undefined {
    const kept = this.store.get(signatureOf(config));
    return kept !== undefined && this.now() - kept.since < keptMs ? kept.kind : undefined;
  }

  learn(config: ServerConfig, kind: EraVerdict | undefined): void {
    if (kind === undefined) this.forget(config);
    // A verdict that is renewed each time would never be looked at again.
    else if (this.of(config) !== kind) {
      this.store.put(signatureOf(config), { kind, since: this.now() });
    }
  }

  forget(config: ServerConfig): void {
    this.store.forget(signatureOf(config));
  }
}

export function eraStoreInMemory(): EraStore {
  const known = new Map<string, KeptVerdict>();
  return {
    get: (signature) => known.get(signature),
    put: (signature, verdict) => void known.set(signature, verdict),
    forget: (signature) => void known.delete(signature),
  };
}

/** The same for entries that run or reach the same thing; holds no secret. */
export function signatureOf(config: ServerConfig): string {
  const {
    disabled: _1,
    trusted: _2,
    roots: _3,
    connectTimeoutMs: _4,
    toolTimeoutMs: _5,
    idleTimeoutMs: _6,
    healthCheckMs: _7,
    ...what
  } = config;
  return createHash('sha256').update(JSON.stringify(what)).digest('hex');
}
