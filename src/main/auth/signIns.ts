import { AppFailure, toAppError } from '../../shared/errors.ts';
import type { AuthStep, SignInFlow } from '../../shared/auth.ts';
import type { ProtectedServer, StepSink } from './oauth.ts';

/** What a flow tells on its way, and by what it can be reached. */
export type SignInProgress = {
  readonly signal: AbortSignal;
  /** False where a request needs it: then nobody is to be asked anything. */
  readonly byPerson: boolean;
  readonly step: StepSink;
  /** The browser shows `url`; `paste` takes the address that it ended at, and `focus` shows it again. */
  readonly onWaiting: (waiting: Waiting) => void;
};

export type Waiting = {
  readonly url: string;
  readonly redirectUri: string;
  /** Epoch milliseconds. */
  readonly until: number;
  /** Throws an AppFailure for an address that is no answer to this flow. */
  readonly paste: (url: string) => void;
  readonly focus: () => Promise<void>;
};

type Running = {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  waiting: Waiting | undefined;
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
   * Signs in, and resolves when it is done. Asked while one is under way it shows that one's page
   * again. Rejects with an AppFailure.
   */
  async start(server: ProtectedServer, byPerson: boolean): Promise<void> {
    const running = this.#running.get(server.name);
    if (running !== undefined) {
      await running.waiting?.focus();
      return running.done;
    }
    this.#steps.set(server.name, []);
    const abort = new AbortController();
    const done = this.#run(server, byPerson, abort.signal);
    this.#running.set(server.name, { abort, done, waiting: undefined });
    return done;
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

  /** Forgets how the last one went. */
  forget(server: string): void {
    this.cancel(server);
    this.#flows.delete(server);
    this.#steps.delete(server);
    this.ports.onChange(server);
  }

  /** A step outside of a sign-in, such as a refresh. */
  readonly step = (server: string, step: AuthStep): void => {
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
        onWaiting: (waiting) => {
          const running = this.#running.get(name);
          if (running !== undefined) running.waiting = waiting;
          const { url, redirectUri, until } = waiting;
          this.#enter(name, { kind: 'waiting', url, redirectUri, until });
        },
      });
      this.#enter(name, { kind: 'idle' });
    } catch (thrown) {
      this.#enter(name, flowAfter(thrown));
      throw thrown;
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

function flowAfter(thrown: unknown): SignInFlow {
  const cause = toAppError(thrown);
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
