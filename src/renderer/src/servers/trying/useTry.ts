import { useStore } from 'zustand';
import { toAppError } from '../../../../shared/errors.ts';
import type { PermissionAnswer } from '../../../../shared/permission.ts';
import { ask, useBridge } from '../../api.ts';
import { useTries } from '../../store/stores.ts';
import { changeTry, noTry, tryKey } from '../../store/tries.ts';
import type { Arguments, Try } from '../../store/tries.ts';

export type TryState = Try & {
  readonly change: (change: Pick<Partial<Try>, 'input' | 'json'>) => void;
  readonly run: (input: Arguments) => void;
  readonly stop: () => void;
  readonly answer: (answer: PermissionAnswer) => void;
};

/** The try of a tool, and what can be done with it. */
export function useTry(server: string, tool: string): TryState {
  const bridge = useBridge();
  const tries = useTries();
  const key = tryKey(server, tool);
  const current = useStore(tries, (all) => all.get(key)) ?? noTry;
  const { id } = current;
  const set = (change: Partial<Try>): void => changeTry(tries, key, change);

  const run = async (input: Arguments): Promise<void> => {
    const newId = crypto.randomUUID();
    set({ id: newId, isRunning: true, call: undefined, error: undefined });
    const isCurrent = (): boolean => tries.getState().get(key)?.id === newId;
    try {
      const call = await ask(bridge, 'servers.tryTool', { id: newId, server, tool, input });
      if (isCurrent()) set({ call, isRunning: false });
    } catch (thrown) {
      if (isCurrent()) set({ error: toAppError(thrown), isRunning: false });
    }
  };
  const tell = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (thrown) {
      set({ error: toAppError(thrown) });
    }
  };
  return {
    ...current,
    change: set,
    run: (input) => void run(input),
    stop: () => {
      if (id !== undefined) void tell(ask(bridge, 'servers.stopTry', id));
    },
    answer: (answer) => {
      if (id !== undefined) void tell(ask(bridge, 'servers.answerTry', { id, answer }));
    },
  };
}
