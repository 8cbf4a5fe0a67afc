import type { ServerUsage } from '../../shared/server.ts';
import { watchProcesses } from './processSample.ts';
import type { ProcessSample, WatchedGroup } from './processSample.ts';
import type { Supervisor } from './supervisor.ts';

const sampleMs = 2_000;

/** Samples what servers take, while the window looks at it. */
export class UsageWatch {
  #stop: (() => void) | undefined;

  constructor(
    private readonly supervisor: Pick<Supervisor, 'list' | 'detail'>,
    private readonly onUsage: (usage: readonly ServerUsage[]) => void,
  ) {}

  set(isOn: boolean): void {
    if (isOn === (this.#stop !== undefined)) return;
    this.#stop?.();
    this.#stop = isOn
      ? watchProcesses({
          getGroups: () => this.#groups(),
          onSample: (samples) => this.onUsage(usageOf(samples)),
          intervalMs: sampleMs,
        })
      : undefined;
  }

  #groups(): readonly WatchedGroup[] {
    return this.supervisor.list().flatMap(({ name }) => {
      const { pid } = this.supervisor.detail(name);
      return pid === undefined ? [] : [{ server: name, pid }];
    });
  }
}

function usageOf(samples: ReadonlyMap<string, ProcessSample>): readonly ServerUsage[] {
  return [...samples].map(([name, { memoryBytes, cpuPercent }]) => ({
    name,
    memoryBytes,
    cpuPercent,
  }));
}
