import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleGroups, watchProcesses } from '../../src/main/servers/process/processSample.ts';
import type { ProcessEntry } from '../../src/main/servers/process/processTable.ts';

const entry = (pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  parent: 1,
  group: pid,
  session: pid,
  start: 100,
  isDead: false,
  cpuMs: 0,
  memoryBytes: 0,
  ...more,
});

const groups = [
  { server: 'docs', pid: 10 },
  { server: 'deploy', pid: 20 },
];

describe('a sample of process groups', () => {
  it('sums up the memory of each group, and leaves out strangers and the dead', () => {
    const { samples } = sampleGroups(
      [
        entry(10, { memoryBytes: 1_000 }),
        entry(11, { group: 10, memoryBytes: 200 }),
        entry(12, { group: 10, memoryBytes: 900, isDead: true }),
        entry(20, { memoryBytes: 50 }),
        entry(30, { memoryBytes: 7 }),
      ],
      groups,
      undefined,
      0,
      'linux',
    );
    expect(Object.fromEntries(samples)).toEqual({
      docs: { processes: 2, memoryBytes: 1_200, cpuPercent: undefined },
      deploy: { processes: 1, memoryBytes: 50, cpuPercent: undefined },
    });
  });

  it('leaves out a server whose processes are gone', () => {
    const { samples } = sampleGroups([entry(20)], groups, undefined, 0, 'linux');
    expect([...samples.keys()]).toEqual(['deploy']);
  });

  it.each([
    { what: 'nothing done', before: 500, after: 500, percent: 0 },
    { what: 'half a core', before: 500, after: 1_500, percent: 50 },
    { what: 'two cores', before: 0, after: 4_000, percent: 200 },
  ])('tells the share of a core since the sample before: $what', ({ before, after, percent }) => {
    const first = sampleGroups([entry(10, { cpuMs: before })], groups, undefined, 5_000, 'linux');
    const second = sampleGroups([entry(10, { cpuMs: after })], groups, first.times, 7_000, 'linux');
    expect(second.samples.get('docs')?.cpuPercent).toBe(percent);
  });

  it('counts all that a process did which came since, also one with a pid seen before', () => {
    const first = sampleGroups(
      [entry(10), entry(11, { group: 10, cpuMs: 9_000 })],
      groups,
      undefined,
      0,
      'linux',
    );
    const second = sampleGroups(
      [
        entry(10),
        entry(11, { group: 10, cpuMs: 300, start: 200 }),
        entry(12, { group: 10, cpuMs: 200 }),
      ],
      groups,
      first.times,
      1_000,
      'linux',
    );
    expect(second.samples.get('docs')?.cpuPercent).toBe(50);
  });

  it('gives no share for a group that was not in the sample before', () => {
    const [docs] = groups;
    const first = sampleGroups([entry(20)], docs ? [docs] : [], undefined, 0, 'linux');
    const second = sampleGroups([entry(20, { cpuMs: 900 })], groups, first.times, 1_000, 'linux');
    expect(second.samples.get('deploy')?.cpuPercent).toBeUndefined();
  });

  it('follows parents on Windows, where a parent can not be younger than its child', () => {
    const tree = (pid: number, parent: number, start: number) =>
      entry(pid, { parent, start, group: undefined, session: undefined, memoryBytes: 1 });
    const { samples } = sampleGroups(
      [
        tree(13, 12, 130),
        tree(10, 4, 100),
        tree(11, 10, 110),
        tree(12, 11, 120),
        // Its parent's pid was given to another meanwhile.
        tree(14, 10, 90),
        tree(20, 10, 115),
        // A circle of reused pids.
        tree(40, 41, 100),
        tree(41, 40, 100),
      ],
      groups,
      undefined,
      0,
      'win32',
    );
    expect(samples.get('docs')?.processes).toBe(4);
    expect(samples.get('deploy')?.processes).toBe(1);
  });
});

describe('watching', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Answers each question for the processes when told to. */
  function watching() {
    const answers: ((entries: readonly ProcessEntry[]) => void)[] = [];
    const samples: string[][] = [];
    const stop = watchProcesses({
      getGroups: () => groups,
      onSample: (sample) => void samples.push([...sample.keys()]),
      intervalMs: 2_000,
      read: () => new Promise((resolve) => answers.push(resolve)),
    });
    const answer = async (entries: readonly ProcessEntry[]) => {
      answers.at(-1)?.(entries);
      await vi.advanceTimersByTimeAsync(0);
    };
    return { stop, answer, samples, asked: () => answers.length };
  }

  it('asks at once, and again an interval after the answer, however late that comes', async () => {
    const { answer, samples, asked } = watching();
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toBe(1);
    await answer([entry(10)]);
    expect(samples).toEqual([['docs']]);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked()).toBe(2);
  });

  it('asks no more and tells nothing once it is stopped', async () => {
    const { stop, answer, samples, asked } = watching();
    await answer([entry(10)]);
    await vi.advanceTimersByTimeAsync(2_000);
    stop();
    await answer([entry(20)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(2);
    expect(samples).toEqual([['docs']]);
  });

  it('gives no sample when the system does not tell, and goes on', async () => {
    const { answer, samples, asked } = watching();
    await answer([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(samples).toEqual([]);
    await answer([entry(20)]);
    expect([asked(), samples]).toEqual([2, [['deploy']]]);
  });
});
