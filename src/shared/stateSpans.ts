import type { ConnectionStateKind, ServerDetail } from './server.ts';

/** A stretch of time in one state, in epoch milliseconds. */
export type StateSpan = {
  readonly kind: ConnectionStateKind;
  readonly from: number;
  readonly to: number;
};

/** The states of a history, oldest first, and how long each lasted; the last one until `now`. */
export function stateSpans(history: ServerDetail['history'], now: number): readonly StateSpan[] {
  return history.map(({ at, state }, index) => ({
    kind: state.kind,
    from: at,
    to: Math.max(at, history[index + 1]?.at ?? now),
  }));
}

/** The share of the time that was spent connected, in whole percent; 100 only for all of it. */
export function percentConnected(spans: readonly StateSpan[]): number {
  const lengthOf = (some: readonly StateSpan[]) =>
    some.reduce((sum, { from, to }) => sum + to - from, 0);
  const all = lengthOf(spans);
  const connected = lengthOf(spans.filter(({ kind }) => kind === 'connected'));
  if (all === 0) return spans.at(-1)?.kind === 'connected' ? 100 : 0;
  return Math.floor((100 * connected) / all);
}
