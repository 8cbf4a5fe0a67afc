import { AppFailure, toAppError } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import { transportOf } from '../../shared/server.ts';
import type { AskedBy, ExitInfo, ServerSummary } from '../../shared/server.ts';
import type { SignInOutcome } from '../auth/authorization.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import { afterEdit } from './afterEdit.ts';
import { CallRecord } from './tools/callRecord.ts';
import { notConnected, stopped } from './connection/connectionFailure.ts';
import type { Connection } from './connection/connection.ts';
import { isActive } from './connectionState.ts';
import type { ConnectionEvent } from './connectionState.ts';
import type { OpenedConnection } from './connection/openConnection.ts';
import { RestartSchedule } from './restartSchedule.ts';
import { ServerAttempt, noTools } from './serverAttempt.ts';
import type { ServerSurroundings } from './serverSurroundings.ts';
import type { CallOptions, ToolOutcome } from './tools/serverTool.ts';
import { StateRecord } from './stateRecord.ts';
import type { ToolList } from './tools/toolList.ts';
import type { StdioTransport } from './transports/stdio.ts';
import { untilConnected } from './untilConnected.ts';

/** Keeps one server as it should be: starts it, restarts it when it ends, stops it. */
export class SupervisedServer {
  #definition: ServerDefinition;
  readonly #state: StateRecord;
  #attempt: ServerAttempt | undefined;
  #latest: ServerAttempt | undefined;
  #stopping: { readonly attempt: ServerAttempt; readonly done: Promise<void> } | undefined;
  /** Set while it is being stopped only to be started again. */
  #startNext: AskedBy | undefined;
  #leftover: Promise<void>;
  readonly #restarts: RestartSchedule;
  #lastExit: ExitInfo | undefined;
  readonly #calls: CallRecord;
  #restartCount = 0;

  constructor(
    definition: ServerDefinition,
    private readonly around: ServerSurroundings,
  ) {
    this.#definition = definition;
    this.#leftover = around.leftBehind;
    const { log, now } = around;
    this.#calls = new CallRecord(now, (call) => {
      around.onChange();
      around.onCall?.(this.#definition.name, call);
    });
    this.#restarts = new RestartSchedule(around, () => {
      this.#restartCount += 1;
      this.start('retry');
    });
    this.#state = new StateRecord(
      definition.config.disabled
        ? { kind: 'disabled', since: now() }
        : { kind: 'stopped', since: now(), by: 'never-started' },
      definition.name,
      log,
      now,
    );
  }

  get definition(): ServerDefinition {
    return this.#definition;
  }

  get history(): StateRecord['history'] {
    return this.#state.history;
  }

  get lastExit(): ExitInfo | undefined {
    return this.#lastExit;
  }

  /** The live connection, if there is one. */
  get opened(): OpenedConnection | undefined {
    return this.#attempt?.opened;
  }

  /** The same for who can't do without; throws an AppFailure. */
  get connection(): Connection {
    const { opened } = this;
    if (opened === undefined) throw new AppFailure(notConnected(this.#definition.name));
    return opened.connection;
  }

  /** The process, also while it is being ended and what it left behind with it. */
  get process(): StdioTransport | undefined {
    return this.#latest?.process;
  }

  get tools(): ToolList {
    return this.opened === undefined ? noTools : (this.#attempt?.tools ?? noTools);
  }

  summary(): ServerSummary {
    const { tools, refused } = this.tools;
    return {
      name: this.#definition.name,
      source: this.#definition.source,
      state: this.#state.current,
      transport: transportOf(this.#definition.config),
      protocolVersion: this.opened?.connection.protocolVersion,
      toolCount: tools.length + refused.length,
      hasResources: this.opened?.connection.offers.hasResources ?? false,
      hasPrompts: this.opened?.connection.offers.hasPrompts ?? false,
      channel: this.opened?.connection.channel,
      relays: this.opened?.connection.relays,
      callCount: this.#calls.count,
      restartCount: this.#restartCount,
      lastCall: this.#calls.last,
    };
  }

  /** Takes a new definition; restarts only if it changed what runs. */
  apply(definition: ServerDefinition): void {
    const todo = afterEdit(this.#definition, definition, this.#state.current);
    this.#definition = definition;
    if (todo === 'nothing') return;
    if (todo === 'disable') {
      const disable = () => {
        if (this.#definition.config.disabled) this.#enter({ kind: 'disable' });
      };
      void this.stop('config').then(disable);
      return;
    }
    this.#enter({ kind: 'enable' });
    if (todo === 'restart') this.restart('config');
    if (todo === 'start') this.start('config');
  }

  /** Does nothing when it runs already. Clears the back-off, unless it is the back-off that asks. */
  start(by: AskedBy): void {
    if (this.#definition.config.disabled) return;
    if (this.#stopping !== undefined) {
      this.#startNext = by;
      return;
    }
    this.#restarts.cancel();
    if (this.#attempt !== undefined) {
      this.#attempt.hurry(by);
      return;
    }
    if (by !== 'retry') this.#restarts.reset();
    const attempt = this.#newAttempt();
    this.#attempt = attempt;
    this.#latest = attempt;
    this.#enter({ kind: 'start', by });
    void this.#run(attempt, by);
  }

  restart(by: AskedBy): void {
    this.#restartCount += 1;
    if (this.#stopping === undefined) void this.stop(by);
    this.start(by);
  }

  /** A person signs in; until that is over it does not try again by itself. */
  signingIn(): void {
    this.#restarts.cancel();
    this.#enter({ kind: 'sign-in' });
  }

  signInOver({ cause, isMore }: SignInOutcome): void {
    if (cause === undefined) {
      if (isActive(this.#state.current) && !isMore) this.restart('you');
      else this.start('you');
    } else if (this.#state.current.kind === 'signing-in') this.#enter({ kind: 'fail', cause });
  }

  /** Ends the wait of a back-off, and nothing else. */
  hurry(): void {
    if (this.#state.current.kind === 'backoff') this.#restarts.hurry();
  }

  /** Resolves when the process group is gone. Asked twice, it does not wait for a clean end. */
  async stop(by: AskedBy): Promise<void> {
    this.#restarts.cancel();
    this.#startNext = undefined;
    if (this.#stopping !== undefined) {
      void this.#stopping.attempt.process?.kill();
      return this.#stopping.done;
    }
    const attempt = this.#attempt;
    if (attempt === undefined) {
      this.#enter({ kind: 'stop', by });
      return this.#leftover;
    }
    this.#attempt = undefined;
    this.#state.say(`stopping, asked by ${by}`);
    attempt.abandon(stopped(this.#definition.name));
    const done = this.#finishStop(attempt, by);
    this.#stopping = { attempt, done };
    this.around.onChange();
    return done;
  }

  /** Starts it if need be. Rejects with an AppFailure when it could not be connected. */
  async connect(by: AskedBy, signal: AbortSignal): Promise<void> {
    this.start(by);
    const look = () => ({
      server: this.#definition.name,
      state: this.#state.current,
      isOpen: this.opened !== undefined,
      isStopping: this.#stopping !== undefined,
      startsNext: this.#startNext !== undefined,
    });
    await untilConnected(look, (watcher) => this.#state.watch(watcher), signal);
  }

  async call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ToolOutcome> {
    const opened = this.opened;
    if (opened === undefined) throw new AppFailure(notConnected(this.#definition.name));
    const redactor = this.#attempt?.redactor;
    return this.#calls.during(() => {
      const before = opened.recording.lastRequest;
      const outcome = opened.connection.callTool(tool, input, options).catch((thrown: unknown) => {
        // A server may say again what it was sent.
        throw new AppFailure(redactor?.error(toAppError(thrown)) ?? toAppError(thrown));
      });
      // The request was sent, and put on the log, before callTool gave back its promise.
      const { lastRequest } = opened.recording;
      if (lastRequest !== undefined && lastRequest !== before) options.onLogged?.(lastRequest);
      return outcome;
    });
  }

  #newAttempt(): ServerAttempt {
    return new ServerAttempt(this.#definition, this.around, {
      isCurrent: (attempt) => this.#attempt === attempt,
      onInstalling: (line) => this.#enter({ kind: 'install', line }),
      onOtherWay: (why) => this.#state.say(why),
      onExit: (exit) => void (this.#lastExit = exit),
      onTools: this.around.onChange,
    });
  }

  async #run(attempt: ServerAttempt, by: AskedBy): Promise<void> {
    const giveBack = await attempt.turn(by);
    try {
      await this.#leftover;
      if (this.#attempt !== attempt) return;
      const { connection } = await attempt.open(by);
      // Stopped at the very moment: the one who stopped it ends the process.
      if (this.#attempt !== attempt) return;
      this.#enter({ kind: 'connect', tookMs: this.around.now() - attempt.startedAt });
      const { redactor } = attempt;
      void connection.ended.then((cause) => this.#ended(attempt, redactor.error(cause)));
    } catch (thrown) {
      this.#ended(attempt, toAppError(thrown));
    } finally {
      giveBack();
    }
  }

  /** It ended, or could not be connected, without being asked to. */
  #ended(attempt: ServerAttempt, cause: AppError): void {
    if (this.#attempt !== attempt) return;
    const { since, kind } = this.#state.current;
    const calmMs = kind === 'connected' ? this.around.now() - since : 0;
    this.#attempt = undefined;
    this.#leftover = attempt.transport?.close() ?? Promise.resolve();
    const decision = this.#restarts.afterEnd(cause, calmMs);
    this.#enter(
      decision.kind === 'restart'
        ? { kind: 'back-off', delayMs: decision.delayMs, attempt: decision.attempt, cause }
        : { kind: 'fail', cause: decision.cause },
    );
  }

  async #finishStop(attempt: ServerAttempt, by: AskedBy): Promise<void> {
    await attempt.transport?.close();
    const group = attempt.process?.group;
    if (group !== undefined) {
      this.#state.say(`process group ${group.pid} could not be ended`, 'error');
    }
    this.#stopping = undefined;
    this.#enter({ kind: 'stop', by });
    const next = this.#startNext;
    this.#startNext = undefined;
    if (next !== undefined) this.start(next);
  }

  #enter(event: ConnectionEvent): void {
    this.#state.enter(event);
    this.around.onChange();
  }
}
