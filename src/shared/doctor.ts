import type { AppError } from './errors.ts';

/** The stations of a connect, in order; which of them there are depends on the transport. */
export type DoctorStepId =
  'configuration' | 'environment' | 'command' | 'process' | 'address' | 'handshake' | 'tools';

/** `detail` is a fact, not a sentence to translate: a path, a version, a count, a reason. */
export type DoctorStep = {
  readonly id: DoctorStepId;
  readonly state: 'passed' | 'failed' | 'running' | 'not-reached';
  readonly detail: string;
  readonly tookMs?: number | undefined;
};

/** Where the PATH of a program comes from; `reason` says why that is not the login shell. */
export type PathOrigin = {
  readonly source: 'login-shell' | 'own';
  /** The shell's name, such as `zsh`, when one was asked. */
  readonly shell?: string | undefined;
  /** Epoch milliseconds. */
  readonly readAt?: number | undefined;
  readonly reason?:
    | 'not-asked-yet'
    | 'turned-off'
    | 'windows'
    | 'started-in-terminal'
    | 'timed-out'
    | 'too-much-output'
    | 'failed'
    | undefined;
};

/** What the command of a server means, here and now. */
export type ProgramFacts = {
  /** The file that the PATH has for the command; absent when it has none. */
  readonly resolved?: string | undefined;
  readonly path: PathOrigin;
  readonly pathFolders: number;
};

/** How the last connect of a server went, and what to do about it. */
export type DoctorReport = {
  readonly server: string;
  /** Epoch milliseconds of the connect that is told about; absent when there was none. */
  readonly at?: number | undefined;
  readonly steps: readonly DoctorStep[];
  /** Of a server that is a program. */
  readonly program?: ProgramFacts | undefined;
  /** What is wrong in plain words, with the way out as its action. */
  readonly finding?: AppError | undefined;
  readonly stderr: readonly string[];
  /** All of it as plain English text without secrets, to copy into an issue. */
  readonly text: string;
};
