import { createContext, useContext } from 'react';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { Bridge } from '../../../shared/ipc.ts';
import type { ServerSummary } from '../../../shared/server.ts';
import type { SettingsView } from '../../../shared/settings.ts';

/** Where the user is, with what a link from elsewhere asks that view to show. */
export type Place =
  | { readonly view: 'chat'; readonly conversationId?: string }
  | { readonly view: 'servers'; readonly server?: string; readonly form?: 'add' | 'edit' }
  | { readonly view: 'logs'; readonly server?: string; readonly seq?: number }
  | { readonly view: 'settings'; readonly section?: 'model' };

export type Stores = {
  readonly place: StoreApi<Place>;
  /** Undefined until main has answered for the first time. */
  readonly servers: StoreApi<readonly ServerSummary[] | undefined>;
  readonly settings: StoreApi<SettingsView | undefined>;
};

/** The state that several views share, kept up to date by main's snapshots. */
export function createStores(bridge: Bridge): Stores {
  const place = createStore<Place>(() => ({ view: 'chat' }));
  const servers = createStore<readonly ServerSummary[] | undefined>(() => undefined);
  const settings = createStore<SettingsView | undefined>(() => undefined);
  bridge.on('servers.changed', (list) => servers.setState(list, true));
  bridge.on('settings.changed', (view) => settings.setState(view, true));
  void bridge.request('servers.list', undefined).then((result) => {
    if (result.ok) servers.setState(result.value, true);
  });
  void bridge.request('settings.get', undefined).then((result) => {
    if (result.ok) settings.setState(result.value, true);
  });
  return { place, servers, settings };
}

export const StoresContext = createContext<Stores | undefined>(undefined);

function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (!stores) throw new Error('StoresContext is missing');
  return stores;
}

export const usePlace = (): Place => useStore(useStores().place);
export const useServers = (): readonly ServerSummary[] | undefined => useStore(useStores().servers);
export const useSettings = (): SettingsView | undefined => useStore(useStores().settings);

/** Goes to a place; every link between views is such a call. */
export function useGo(): (place: Place) => void {
  const { place } = useStores();
  return (next) => place.setState(next, true);
}
