import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { ToolCall } from '../../../shared/chat.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Bridge } from '../../../shared/ipc.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A tool as someone tries it: what is filled in, and how the latest call goes. */
export type Try = {
  readonly input: Arguments;
  /** What is written where the arguments are given as JSON; undefined while it is a form. */
  readonly json?: string | undefined;
  readonly id?: string | undefined;
  /** Undefined until main has told of it. */
  readonly call?: ToolCall | undefined;
  readonly error?: AppError | undefined;
  readonly isRunning: boolean;
};

export type Tries = StoreApi<ReadonlyMap<string, Try>>;

export const tryKey = (server: string, tool: string): string => JSON.stringify([server, tool]);
export const noTry: Try = { input: {}, isRunning: false };

export function changeTry(tries: Tries, key: string, change: Partial<Try>): void {
  const all = tries.getState();
  tries.setState(new Map(all).set(key, { ...(all.get(key) ?? noTry), ...change }), true);
}

/** The tries of this window; they outlive the panel, so that one can look at the log meanwhile. */
export function createTries(bridge: Bridge): Tries {
  const tries = createStore<ReadonlyMap<string, Try>>(() => new Map());
  bridge.on('servers.trying', ({ id, call }) => {
    for (const [key, known] of tries.getState()) {
      if (known.id === id && known.isRunning) changeTry(tries, key, { call });
    }
  });
  return tries;
}
