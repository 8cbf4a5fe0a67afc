import type { ServerUsage } from '../../shared/server.ts';
import { CallFigures } from './tools/callFigures.ts';
import { watchProcesses } from './process/processSample.ts';
import type { ProcessSample, WatchedGroup } from './process/processSample.ts';
import type { Supervisor } from './supervisor.ts';

const sampleMs = 2_000;
/** The last two minutes of watching. */
const sampleCount = 60;

type History = { readonly memory: (number | null)[]; readonly cpu: (number | null)[] };

/** Samples what servers take, and tells it with how their calls went, while the window looks at it. */
export class UsageWatch {
  /** Fed whether anyone looks or not. */
  readonly calls = new CallFigures();
  #stop: (() => void) | undefined;
  #histories = new Map<string, History>();

  constructor(
    private readonly supervisor: Pick<Supervisor, 'list' | 'detail'>,
    private readonly onUsage: (usage: readonly ServerUsage[]) => void,
    private readonly now: () => number = Date.now,
  ) {}

  set(isOn: boolean): void {
    if (isOn === (this.#stop !== undefined)) return;
    this.#stop?.();
    this.#histories = new Map();
    this.#stop = isOn
      ? watchProcesses({
          getGroups: () => this.#groups(),
          onSample: (samples) => this.onUsage(this.#usageOf(samples)),
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

  #usageOf(samples: ReadonlyMap<string, ProcessSample>): readonly ServerUsage[] {
    const names = this.supervisor.list().map(({ name }) => name);
    this.calls.keep(new Set(names));
    const histories = new Map<string, History>();
    const usage = names.flatMap((name): readonly ServerUsage[] => {
      const calls = this.calls.of(name, this.now());
      const { memoryBytes, cpuPercent } = samples.get(name) ?? {};
      const before = this.#histories.get(name);
      if (memoryBytes === undefined && !before && !calls) return [];
      const history = {
        memory: [...(before?.memory ?? []), memoryBytes ?? null].slice(-sampleCount),
        cpu: [...(before?.cpu ?? []), cpuPercent ?? null].slice(-sampleCount),
      };
      histories.set(name, history);
      return [{ name, memoryBytes, cpuPercent, ...history, calls }];
    });
    this.#histories = histories;
    return usage;
  }
}
