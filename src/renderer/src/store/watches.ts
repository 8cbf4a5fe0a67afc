import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { Bridge } from '../../../shared/ipc.ts';

/** A resource that its server was asked to tell of. */
export type Watch = {
  readonly server: string;
  readonly uri: string;
  /** When the server last said that it changed, in epoch milliseconds. */
  readonly changedAt?: number | undefined;
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

/** The resources that are watched; a subscription ends with its server's connection. */
export function createWatches(bridge: Bridge, now: () => number = Date.now): Watches {
  const watches = createStore<ReadonlyMap<string, Watch>>(() => new Map());
  bridge.on('resource.updated', ({ server, uri }) => {
    const key = watchKey(server, uri);
    const known = watches.getState();
    if (!known.has(key)) return;
    watches.setState(
      new Map(known).set(key, { server, uri, changedAt: now(), isNews: true }),
      true,
    );
  });
  bridge.on('servers.changed', (servers) => {
    const live = new Set(
      servers.flatMap(({ name, state }) => (state.kind === 'connected' ? [name] : [])),
    );
    const known = watches.getState();
    const kept = [...known].filter(([, { server }]) => live.has(server));
    if (kept.length < known.size) watches.setState(new Map(kept), true);
  });
  return watches;
}
