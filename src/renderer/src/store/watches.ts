import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { Bridge } from '../../../shared/ipc.ts';

/** A resource that its server was asked to tell of. */
export type Watch = {
  readonly server: string;
  readonly uri: string;
  /** When the server last said that it changed, in epoch milliseconds. */
  readonly changedAt?: number | undefined;
  /** The connection that it was subscribed on, by when that began; unknown at first. */
  readonly since?: number | undefined;
  /** Whether that has been read since. */
  readonly isNews?: boolean | undefined;
};

export type Watches = StoreApi<ReadonlyMap<string, Watch>>;

export const watchKey = (server: string, uri: string): string => JSON.stringify([server, uri]);

/** What changed in a resource has been read. */
export function seenChange(watches: Watches, server: string, uri: string): void {
  const key = watchKey(server, uri);
  const watch = watches.getState().get(key);
  if (watch?.isNews !== true) return;
  watches.setState(new Map(watches.getState()).set(key, { ...watch, isNews: false }), true);
}

/** The resources that are watched, as long as their servers are listed. */
export function createWatches(bridge: Bridge, now: () => number = Date.now): Watches {
  const watches = createStore<ReadonlyMap<string, Watch>>(() => new Map());
  bridge.on('resource.updated', ({ server, uri }) => {
    const key = watchKey(server, uri);
    const known = watches.getState();
    const watch = known.get(key);
    if (!watch) return;
    watches.setState(new Map(known).set(key, { ...watch, changedAt: now(), isNews: true }), true);
  });
  /** A subscription ends with its connection: it is made anew, and what changed meanwhile is news. */
  const renew = async (key: string, { server, uri, since }: Watch): Promise<void> => {
    const { ok } = await bridge.request('servers.subscribe', { server, uri, on: true });
    const known = new Map(watches.getState());
    if (known.get(key)?.since !== since) return;
    if (ok) known.set(key, { server, uri, since, changedAt: now(), isNews: true });
    else known.delete(key);
    watches.setState(known, true);
  };
  bridge.on('servers.changed', (servers) => {
    const states = new Map(servers.map(({ name, state }) => [name, state]));
    const known = watches.getState();
    const next = new Map<string, Watch>();
    for (const [key, watch] of known) {
      const state = states.get(watch.server);
      if (!state) continue;
      const since = state.kind === 'connected' ? state.since : watch.since;
      next.set(key, since === watch.since ? watch : { ...watch, since });
    }
    if ([...known].every(([key, watch]) => next.get(key) === watch)) return;
    watches.setState(next, true);
    for (const [key, watch] of next) {
      const before = known.get(key)?.since;
      if (before !== undefined && before !== watch.since) void renew(key, watch);
    }
  });
  return watches;
}
