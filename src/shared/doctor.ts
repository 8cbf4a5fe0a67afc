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

/** How the last connect of a server went, and what to do about it. */
export type DoctorReport = {
  readonly server: string;
  /** Epoch milliseconds of the connect that is told about; absent when there was none. */
  readonly at?: number | undefined;
  readonly steps: readonly DoctorStep[];
  /** What is wrong in plain words, with the way out as its action. */
  readonly finding?: AppError | undefined;
  readonly stderr: readonly string[];
  /** All of it as plain English text without secrets, to copy into an issue. */
  readonly text: string;
};
