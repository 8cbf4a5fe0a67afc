import { readProcessTable } from './processTable.ts';
import type { ProcessEntry } from './processTable.ts';

/** What the processes of one server use together. */
export type ProcessSample = {
  readonly processes: number;
  /** The sum of their resident memory; pages that they share count more than once. */
  readonly memoryBytes: number;
  /** Since the sample before, 100 for one core in full use; undefined in the first sample. */
  readonly cpuPercent: number | undefined;
};

/** A server and the pid of its child, which leads its group (POSIX) or tree (Windows). */
export type WatchedGroup = { readonly server: string; readonly pid: number };

/** What the next sample needs of this one: CPU times by process, and which groups were in it. */
export type SampledTimes = {
  readonly at: number;
  readonly cpuMs: ReadonlyMap<string, number>;
  readonly leaders: ReadonlySet<number>;
};

/** Sums up each group. `at` is in milliseconds of any steady clock. */
export function sampleGroups(
  entries: readonly ProcessEntry[],
  groups: readonly WatchedGroup[],
  before: SampledTimes | undefined,
  at: number,
  platform: NodeJS.Platform = process.platform,
): { readonly samples: Map<string, ProcessSample>; readonly times: SampledTimes } {
  const leaderOf = platform === 'win32' ? treeOf(entries, groups) : groupOf(groups);
  const sums = new Map<number, { processes: number; memoryBytes: number; busyMs: number }>();
  const cpuMs = new Map<string, number>();
  for (const entry of entries) {
    const leader = leaderOf(entry);
    if (leader === undefined || entry.isDead) continue;
    const identity = `${entry.pid} ${entry.start}`;
    cpuMs.set(identity, entry.cpuMs);
    const sum = sums.get(leader) ?? { processes: 0, memoryBytes: 0, busyMs: 0 };
    sum.processes += 1;
    sum.memoryBytes += entry.memoryBytes;
    sum.busyMs += Math.max(0, entry.cpuMs - (before?.cpuMs.get(identity) ?? 0));
    sums.set(leader, sum);
  }
  const elapsedMs = at - (before?.at ?? at);
  const samples = new Map<string, ProcessSample>();
  for (const { server, pid } of groups) {
    const { processes, memoryBytes, busyMs } = sums.get(pid) ?? nothing;
    const isKnown = before?.leaders.has(pid) === true && elapsedMs > 0;
    const cpuPercent = isKnown ? (busyMs / elapsedMs) * 100 : undefined;
    if (processes > 0) samples.set(server, { processes, memoryBytes, cpuPercent });
  }
  const leaders = new Set(groups.map(({ pid }) => pid));
  return { samples, times: { at, cpuMs, leaders } };
}

const nothing = { processes: 0, memoryBytes: 0, busyMs: 0 };

type LeaderOf = (entry: ProcessEntry) => number | undefined;

function groupOf(groups: readonly WatchedGroup[]): LeaderOf {
  const leaders = new Set(groups.map(({ pid }) => pid));
  return ({ group }) => (group !== undefined && leaders.has(group) ? group : undefined);
}

/** By parents; a parent that started after its child is another process with the same pid. */
function treeOf(entries: readonly ProcessEntry[], groups: readonly WatchedGroup[]): LeaderOf {
  const byPid = new Map(entries.map((entry) => [entry.pid, entry]));
  const known = new Map<number, number | undefined>(groups.map(({ pid }) => [pid, pid]));
  const find: LeaderOf = (entry) => {
    if (known.has(entry.pid)) return known.get(entry.pid);
    // Set first, so that a circle ends.
    known.set(entry.pid, undefined);
    const parent = byPid.get(entry.parent);
    const isChild = parent !== undefined && parent.start <= entry.start;
    known.set(entry.pid, isChild ? find(parent) : undefined);
    return known.get(entry.pid);
  };
  return find;
}

export type WatchOptions = {
  /** Asked anew for each sample. */
  readonly getGroups: () => readonly WatchedGroup[];
  /** By server; a server whose processes are gone is not in it. */
  readonly onSample: (samples: ReadonlyMap<string, ProcessSample>) => void;
  readonly intervalMs: number;
  /** All processes; empty where they can't be told. */
  readonly read?: () => Promise<readonly ProcessEntry[]>;
};

/**
 * Samples while somebody watches: at once, then `intervalMs` after the sample before is done, so
 * that a slow system is not asked twice. A system that does not tell gives no sample.
 */
export function watchProcesses({
  getGroups,
  onSample,
  intervalMs,
  read = readProcessTable,
}: WatchOptions): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let times: SampledTimes | undefined;
  const tick = async () => {
    const groups = getGroups();
    const entries = groups.length === 0 ? [] : await read();
    if (isStopped) return;
    if (entries.length > 0 || groups.length === 0) {
      const sampled = sampleGroups(entries, groups, times, performance.now());
      times = sampled.times;
      onSample(sampled.samples);
    }
    timer = setTimeout(() => void tick(), intervalMs);
    timer.unref();
  };
  void tick();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
