import type { LogLevel } from '../../shared/log.ts';
import type { ConnectionState } from '../../shared/server.ts';
import type { ConnectionLog } from './log/connectionLog.ts';
import { describeChange, nextState } from './connectionState.ts';
import type { ConnectionEvent } from './connectionState.ts';

const keptStates = 50;

/** A server's state: the one place where it changes, which logs the change and tells of it. */
export class StateRecord {
  #state: ConnectionState;
  readonly #history: { readonly at: number; readonly state: ConnectionState }[] = [];
  readonly #watchers = new Set<() => void>();

  constructor(
    initial: ConnectionState,
    private readonly server: string,
    private readonly log: ConnectionLog,
    private readonly now: () => number,
  ) {
    this.#state = initial;
  }

  get current(): ConnectionState {
    return this.#state;
  }

  /** The latest states, oldest first; a new line of an installer is not a new state. */
  get history(): readonly { readonly at: number; readonly state: ConnectionState }[] {
    return this.#history;
  }

  /** Does nothing where the event has no meaning in the current state. */
  enter(event: ConnectionEvent): void {
    const from = this.#state;
    const to = nextState(from, event, this.now());
    if (to === undefined) return;
    this.#state = to;
    if (to.kind !== from.kind) {
      this.#history.push({ at: to.since, state: to });
      if (this.#history.length > keptStates) this.#history.shift();
      const { text, level } = describeChange(from, to);
      this.say(text, level, to);
    }
    for (const watch of this.#watchers) watch();
  }

  /** Calls back after every change until the answer is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Puts a life-cycle line on the log. */
  say(text: string, level: LogLevel = 'info', state?: ConnectionState): void {
    const { server } = this;
    const at = this.now();
    const line = { server, at, kind: 'lifecycle', level, text, state: state?.kind, bytes: 0 };
    this.log.append({ ...line, kind: 'lifecycle' });
  }
}
