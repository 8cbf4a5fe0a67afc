import type { CallFigures as Figures } from '../../../shared/server.ts';

/** A call of a tool that has ended. Times are milliseconds. */
export type EndedCall = {
  /** When it ended, in epoch milliseconds. */
  readonly at: number;
  readonly tookMs: number;
  /** It got no answer, or the answer is an error. */
  readonly isError: boolean;
};

const stepMs = 10_000;
const stepCount = 60;
/** Of which the middle and the slowest are told; and of one step's share in them. */
const keptTimes = 200;
const keptTimesOfStep = 32;

type Step = { readonly number: number; calls: number; errors: number; readonly times: number[] };

/** How the calls of each server went of late. Bounded in memory, and constant work for a call. */
export class CallFigures {
  readonly #servers = new Map<string, { readonly steps: Step[]; times: number[]; next: number }>();

  add(server: string, { at, tookMs, isError }: EndedCall): void {
    const known = this.#servers.get(server) ?? { steps: [], times: [], next: 0 };
    this.#servers.set(server, known);
    known.times[known.next] = tookMs;
    known.next = (known.next + 1) % keptTimes;
    const number = Math.floor(at / stepMs);
    let step = known.steps.at(-1);
    if (step === undefined || step.number < number) {
      step = { number, calls: 0, errors: 0, times: [] };
      known.steps.push(step);
      if (known.steps.length > stepCount) known.steps.shift();
    }
    // The latest of a busy step stand for it.
    step.times[step.calls % keptTimesOfStep] = tookMs;
    step.calls += 1;
    if (isError) step.errors += 1;
  }

  /** Undefined where nothing was called within the last {@link stepCount} steps. */
  of(server: string, now: number): Figures | undefined {
    const known = this.#servers.get(server);
    const last = Math.floor(now / stepMs);
    const steps = new Map((known?.steps ?? []).map((step) => [step.number, step]));
    const shown = Array.from({ length: stepCount }, (_one, index) =>
      steps.get(last - stepCount + 1 + index),
    );
    const calls = shown.map((step) => step?.calls ?? 0);
    const errors = shown.map((step) => step?.errors ?? 0);
    const total = sum(calls);
    if (known === undefined || total === 0) return undefined;
    return {
      stepMs,
      calls,
      errors,
      slowestMs: shown.map((step) => (step ? percentile(step.times, 95) : null)),
      errorRate: sum(errors) / total,
      p50Ms: percentile(known.times, 50),
      p95Ms: percentile(known.times, 95),
    };
  }

  /** Forgets servers that are not there any more. */
  keep(servers: ReadonlySet<string>): void {
    for (const name of this.#servers.keys()) if (!servers.has(name)) this.#servers.delete(name);
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** The value below which `percent` of the values lie (nearest rank). */
function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}
