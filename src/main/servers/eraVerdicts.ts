import { createHash } from 'node:crypto';
import type { ServerConfig } from '../../shared/server.ts';

const keptMs = 7 * 24 * 60 * 60 * 1000;

/** What is kept between runs: when a configuration, by its signature, proved to be an older server. */
export type EraStore = {
  readonly since: (signature: string) => number | undefined;
  readonly put: (signature: string, since: number) => void;
  readonly forget: (signature: string) => void;
};

/** Remembers which servers are older ones, so that they are not asked each time. */
export class EraVerdicts {
  constructor(
    private readonly store: EraStore,
    private readonly now: () => number,
  ) {}

  /** False for a server that is not known, or not known any more. */
  isLegacy(config: ServerConfig): boolean {
    const since = this.store.since(signatureOf(config));
    return since !== undefined && this.now() - since < keptMs;
  }

  learn(config: ServerConfig, isLegacy: boolean): void {
    const signature = signatureOf(config);
    if (!isLegacy) this.store.forget(signature);
    // A verdict that is renewed each time would never be looked at again.
    else if (!this.isLegacy(config)) this.store.put(signature, this.now());
  }

  forget(config: ServerConfig): void {
    this.store.forget(signatureOf(config));
  }
}

export function eraStoreInMemory(): EraStore {
  const known = new Map<string, number>();
  return {
    since: (signature) => known.get(signature),
    put: (signature, since) => void known.set(signature, since),
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
    ...what
  } = config;
  return createHash('sha256').update(JSON.stringify(what)).digest('hex');
}
