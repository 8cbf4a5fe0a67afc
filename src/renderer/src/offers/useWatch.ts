import { useStore } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { ask, useBridge } from '../api.ts';
import { useWatches } from '../store/stores.ts';
import { watchKey } from '../store/watches.ts';
import type { Watch } from '../store/watches.ts';
import { useAction } from '../ui/useAction.ts';

type WatchState = {
  /** Undefined while it is not watched. */
  readonly watch: Watch | undefined;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  readonly toggle: () => void;
};

/** Whether a resource is watched, and the switch for it. */
export function useWatch(server: string, uri: string): WatchState {
  const bridge = useBridge();
  const watches = useWatches();
  const key = watchKey(server, uri);
  const watch = useStore(watches, (all) => all.get(key));
  const { busy, error, run } = useAction();
  const toggle = () => {
    const on = watch === undefined;
    void run(async () => {
      await ask(bridge, 'servers.subscribe', { server, uri, on });
      const next = new Map(watches.getState());
      if (on) next.set(key, { server, uri });
      else next.delete(key);
      watches.setState(next, true);
    });
  };
  return { watch, busy, error, toggle };
}
