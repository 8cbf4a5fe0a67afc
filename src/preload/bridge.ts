import type { Bridge, EventName } from '../shared/ipc.ts';

/** Electron's ipcRenderer as far as it is needed here. */
export type IpcPort = {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  on(
    channel: string,
    listener: (event: unknown, name: EventName, payload: unknown) => void,
  ): unknown;
};

/** The window's side of ipc/router and ipc/push; main checks everything that comes through. */
export function createBridge(ipc: IpcPort, platform: string): Bridge {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  ipc.on('patchbay:event', (_event, name, payload) => {
    for (const listener of listeners.get(name) ?? []) listener(payload as never);
  });
  return {
    platform,
    request: (name, input) => ipc.invoke('patchbay:request', name, input) as never,
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}
