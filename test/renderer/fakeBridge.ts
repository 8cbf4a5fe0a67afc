import { fail, ok, toAppError } from '../../src/shared/errors.ts';
import type {
  Bridge,
  EventName,
  Events,
  RequestInput,
  RequestName,
  RequestOutput,
} from '../../src/shared/ipc.ts';

export type Answers = {
  readonly [N in RequestName]?: (
    input: RequestInput<N>,
  ) => RequestOutput<N> | Promise<RequestOutput<N>>;
};

export type FakeBridge = Bridge & {
  /** Pushes an event as main would. */
  emit<N extends EventName>(name: N, payload: Events[N]): void;
  /** Every request so far, in order. */
  readonly asked: readonly { readonly name: RequestName; readonly input: unknown }[];
};

/** Main as the renderer sees it, answered from a table; what the table lacks fails aloud. */
export function createFakeBridge(answers: Answers, platform = 'linux'): FakeBridge {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const asked: { name: RequestName; input: unknown }[] = [];
  return {
    platform,
    asked,
    async request(name, input) {
      asked.push({ name, input });
      const answer = answers[name];
      if (!answer) return fail({ code: 'fake/no-answer', message: `no answer for ${name}` });
      try {
        return ok(await answer(input));
      } catch (thrown) {
        return fail(toAppError(thrown));
      }
    },
    attach: async ({ name }) => fail({ code: 'fake/no-answer', message: `no answer for ${name}` }),
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
    emit(name, payload) {
      for (const listener of listeners.get(name) ?? []) listener(payload as never);
    },
  };
}
