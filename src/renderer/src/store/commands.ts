import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { CommandId } from '../../../shared/keys.ts';

/** What can be done in the window now, by whoever is on the screen. */
export type Commands = {
  readonly offered: StoreApi<ReadonlyMap<CommandId, () => void>>;
  /** Offers a command until the answer is called. The last one to offer it is the one that acts. */
  readonly offer: (id: CommandId, act: () => void) => () => void;
};

export function createCommands(): Commands {
  const offered = createStore<ReadonlyMap<CommandId, () => void>>(() => new Map());
  return {
    offered,
    offer(id, act) {
      offered.setState(new Map(offered.getState()).set(id, act), true);
      return () => {
        const left = new Map(offered.getState());
        if (left.get(id) === act) left.delete(id);
        offered.setState(left, true);
      };
    },
  };
}
