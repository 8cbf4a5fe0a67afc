import { idleStep } from './idleStep.ts';
import type { IdleFacts, IdleLimits } from './idleStep.ts';

/** How its time at work ended: see shared/team TeammateState. */
export type ServiceEnd = 'ended' | 'shut-down' | 'failed' | 'stopped' | 'interrupted';

export type ServicePorts = {
  /** Whether its turn runs. */
  readonly isWorking: () => boolean;
  /** Resolves when no turn of it runs. */
  readonly untilIdle: () => Promise<void>;
  /** Starts a turn on its mail. */
  readonly work: () => void;
  /** Claims a task for it and writes it so; nothing when another was faster. */
  readonly claim: (id: string) => void;
  readonly facts: () => Omit<IdleFacts, 'idleMs'>;
  readonly limits: () => IdleLimits;
  readonly onState: (state: 'working' | 'idle') => void;
  readonly now: () => number;
};

/** One teammate's time at work: turns, and between them looks for mail and for tasks. */
export class TeammateService {
  readonly #ports: ServicePorts;
  #end: ServiceEnd | undefined;
  #look: () => void = () => undefined;

  constructor(ports: ServicePorts) {
    this.#ports = ports;
  }

  /** Resolves when it is over, after the last turn. */
  async run(): Promise<ServiceEnd> {
    const { isWorking, untilIdle, work, claim, facts, limits, onState, now } = this.#ports;
    let idleSince = now();
    let hasWorked = false;
    for (;;) {
      if (isWorking()) {
        onState('working');
        await untilIdle();
        idleSince = now();
        hasWorked = true;
      }
      if (this.#end !== undefined) return this.#end;
      const found = facts();
      // An error of before it was resumed is over.
      const hasFailed = hasWorked && found.hasFailed;
      const step = idleStep({ ...found, hasFailed, idleMs: now() - idleSince }, limits());
      switch (step.kind) {
        case 'work':
          work();
          // No turn starts while the app closes; that ends this as well.
          if (!isWorking()) await this.#pause(limits().pollMs);
          break;
        case 'claim':
          claim(step.id);
          break;
        case 'wait':
          onState('idle');
          await this.#pause(step.ms);
          break;
        case 'ended':
        case 'shut-down':
        case 'failed':
          return step.kind;
      }
    }
  }

  /** Something may have changed for it. */
  look(): void {
    this.#look();
  }

  /** It does nothing after the turn that runs. */
  stop(end: 'stopped' | 'interrupted'): void {
    this.#end ??= end;
    this.look();
  }

  async #pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.#look = resolve;
    });
    clearTimeout(timer);
    this.#look = () => undefined;
  }
}
