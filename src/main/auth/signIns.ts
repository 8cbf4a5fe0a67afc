import { AppFailure, toAppError } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { AuthStep, SignInFlow } from '../../shared/auth.ts';
import { cancelled } from './browser/browserSignIn.ts';
import type { BrowserWaiting } from './browser/browserSignIn.ts';
import type { ProtectedServer, StepSink } from './oauth.ts';

/** What a flow tells on its way, and by what it can be reached. */
export type SignInProgress = {
  readonly signal: AbortSignal;
  /** False where a request needs it: then nobody is to be asked anything. */
  readonly byPerson: boolean;
  readonly step: StepSink;
  /** Told of what nobody may see. */
  readonly onSecrets: (values: readonly (string | undefined)[]) => void;
  readonly onWaiting: (waiting: BrowserWaiting) => void;
};

type Running = {
  /** The entry as it was when this began. */
  readonly key: string;
  readonly byPerson: boolean;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  waiting: BrowserWaiting | undefined;
};

/** At most so many steps are kept of one sign-in. */
const keptSteps = 100;

/** The sign-ins under way, one per server, and how each server's last one went. */
export class SignIns {
  readonly #running = new Map<string, Running>();
  readonly #flows = new Map<string, SignInFlow>();
  readonly #steps = new Map<string, AuthStep[]>();

  constructor(
    private readonly ports: {
      /** Does the whole of it; rejects with an AppFailure. */
      readonly authorize: (server: ProtectedServer, progress: SignInProgress) => Promise<void>;
      /** Takes out what nobody may see. */
      readonly hide: (server: string, error: AppError) => AppError;
      readonly onSecrets: (server: string, values: readonly (string | undefined)[]) => void;
      readonly onStep: (server: string, step: AuthStep) => void;
      readonly onChange: (server: string) => void;
    },
  ) {}

  flow(server: string): SignInFlow {
    return this.#flows.get(server) ?? { kind: 'idle' };
  }

  /** Oldest first. */
  steps(server: string): readonly AuthStep[] {
    return this.#steps.get(server) ?? [];
  }

  /**
   * Signs in, and resolves when it is done. One that is under way is waited for, but for a person who
   * is more than the request that began it, and for an entry that was edited meanwhile. Rejects with
   * an AppFailure.
   */
  async start(server: ProtectedServer, byPerson: boolean): Promise<void> {
    const key = keyOf(server);
    const running = this.#running.get(server.name);
    if (running !== undefined) {
      const isSame = running.key === key;
      if (isSame && (running.byPerson || !byPerson)) return running.done;
      if (!isSame && (byPerson || !running.byPerson)) running.abort.abort();
      const isDone = await running.done.then(
        () => true,
        () => false,
      );
      return isSame && isDone ? undefined : this.start(server, byPerson);
    }
    this.#steps.set(server.name, []);
    const abort = new AbortController();
    const done = this.#run(server, byPerson, abort.signal);
    this.#running.set(server.name, { key, byPerson, abort, done, waiting: undefined });
    return done;
  }

  /** Shows the page of the one under way again. */
  async focus(server: string): Promise<void> {
    await this.#running.get(server)?.waiting?.focus();
  }

  cancel(server: string): void {
    this.#running.get(server)?.abort.abort();
  }

  /** Takes the address that a browser elsewhere ended at. Throws an AppFailure. */
  paste(server: string, url: string): void {
    const waiting = this.#running.get(server)?.waiting;
    if (waiting === undefined) throw new AppFailure(nothingWaits(server));
    waiting.paste(url);
  }

  /** Ends what is under way for entries that are others now, or are gone. */
  keepOnly(servers: readonly ProtectedServer[]): void {
    const keys = new Set(servers.map(keyOf));
    for (const { key, abort } of this.#running.values()) if (!keys.has(key)) abort.abort();
  }

  /** Ends all that is under way. */
  async stop(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort();
    await Promise.allSettled(running.map(({ done }) => done));
  }

  /** Ends the one under way, and forgets how the last one went. */
  async forget(server: string): Promise<void> {
    const running = this.#running.get(server);
    running?.abort.abort();
    await running?.done.catch(() => undefined);
    this.#flows.delete(server);
    this.#steps.delete(server);
    this.ports.onChange(server);
  }

  /** A step outside of a sign-in, such as a refresh. */
  readonly step = (server: string, raw: AuthStep): void => {
    const { detail } = raw;
    const step = { ...raw, ...(detail && { detail: this.ports.hide(server, detail) }) };
    const steps = this.#steps.get(server) ?? [];
    this.#steps.set(server, [...steps, step].slice(-keptSteps));
    this.ports.onStep(server, step);
    this.ports.onChange(server);
  };

  async #run(server: ProtectedServer, byPerson: boolean, signal: AbortSignal): Promise<void> {
    const { name } = server;
    // Whoever starts it has it in hand before anything happens.
    await Promise.resolve();
    this.#enter(name, { kind: 'working' });
    try {
      await this.ports.authorize(server, {
        signal,
        byPerson,
        step: (step) => this.step(name, step),
        onSecrets: (values) => this.ports.onSecrets(name, values),
        onWaiting: (waiting) => {
          const running = this.#running.get(name);
          if (running !== undefined) running.waiting = waiting;
          const { url, redirectUri, until } = waiting;
          this.#enter(name, { kind: 'waiting', url, redirectUri, until });
        },
      });
      this.#enter(name, { kind: 'idle' });
    } catch (thrown) {
      const cause = signal.aborted ? cancelled().error : toAppError(thrown);
      const failure = new AppFailure(this.ports.hide(name, cause));
      this.#enter(name, flowAfter(failure.error));
      throw failure;
    } finally {
      this.#running.delete(name);
      this.ports.onChange(name);
    }
  }

  #enter(server: string, flow: SignInFlow): void {
    this.#flows.set(server, flow);
    this.ports.onChange(server);
  }
}

const keyOf = (server: ProtectedServer): string => JSON.stringify(server);

function flowAfter(cause: AppError): SignInFlow {
  const { issuer, redirectUri } = cause.params ?? {};
  if (cause.code === 'auth/needs-client') {
    return { kind: 'needs-client', issuer: String(issuer), redirectUri: String(redirectUri) };
  }
  return { kind: 'failed', cause };
}

export const nothingWaits = (server: string) => ({
  code: 'auth/nothing-waits',
  message: `No sign-in to ${server} waits for an answer. Start it again.`,
  params: { server },
  action: 'sign-in' as const,
});
