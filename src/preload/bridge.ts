import { mostAttachedBytes } from '../shared/attachLimits.ts';
import type { Bridge, EventName, RequestName } from '../shared/ipc.ts';

/** Electron's ipcRenderer as far as it is needed here. */
export type IpcPort = {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  on(
    channel: string,
    listener: (event: unknown, name: EventName, payload: unknown) => void,
  ): unknown;
};

/** The request that the page can't make: it has no say in which files are read. */
const ofPreload: RequestName = 'attach.file';

/**
 * The window's side of ipc/router and ipc/push; main checks everything that comes through. `pathOf`
 * tells where the person has a file, '' where it is none of theirs (Electron's webUtils).
 */
export function createBridge(
  ipc: IpcPort,
  platform: string,
  pathOf: (file: File) => string,
): Bridge {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  ipc.on('patchbay:event', (_event, name, payload) => {
    for (const listener of listeners.get(name) ?? []) listener(payload as never);
  });
  return {
    platform,
    async request(name, input) {
      if (name === ofPreload) {
        // Not by `fail`, which has the schemas of errors with it.
        const error = { code: 'ipc/unknown-request', message: name, params: { message: name } };
        return { ok: false, error };
      }
      return (await ipc.invoke('patchbay:request', name, input)) as never;
    },
    async attach(file) {
      const path = pathOf(file);
      const given = path === '' ? { name: file.name, bytes: await bytesOf(file) } : { path };
      return (await ipc.invoke('patchbay:request', ofPreload, given)) as never;
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}

/** No more than tells that it is too large. */
async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, mostAttachedBytes + 1).arrayBuffer());
}
