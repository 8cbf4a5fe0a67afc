import type { ServerConfig } from '../../shared/server.ts';

/** About 27.8 hours. */
const defaultCallMs = 100_000_000;
/** Node fires a longer timer at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** Limits of settings.json for all servers that have none of their own, in milliseconds. */
export type OverallLimits = {
  readonly connectTimeoutMs?: number | undefined;
  readonly toolTimeoutMs?: number | undefined;
  readonly callIdleTimeoutMs?: number | undefined;
  readonly healthCheckMs?: number | undefined;
};

/** What holds for one server, in milliseconds that a timer can hold. */
export type ServerLimits = {
  readonly callMs: number;
  /** How long a call may show no sign of life; 0 for as long as it likes. */
  readonly callIdleMs: number;
  /** How long a connection is quiet before the server is asked whether it is there; 0 for never. */
  readonly healthCheckMs: number;
};

/** The limits of a server: its own, then those of all. */
export function limitsOf(
  config: Pick<ServerConfig, 'toolTimeoutMs' | 'idleTimeoutMs' | 'healthCheckMs'>,
  overall: OverallLimits,
): ServerLimits {
  const capped = (ms: number) => Math.min(ms, longestTimerMs);
  return {
    callMs: capped(config.toolTimeoutMs ?? overall.toolTimeoutMs ?? defaultCallMs),
    callIdleMs: capped(config.idleTimeoutMs ?? overall.callIdleTimeoutMs ?? 0),
    healthCheckMs: capped(config.healthCheckMs ?? overall.healthCheckMs ?? 0),
  };
}
