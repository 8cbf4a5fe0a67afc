import type {
  DoctorReport,
  DoctorStep,
  DoctorStepId,
  ProgramFacts,
} from '../../../shared/doctor.ts';
import type { AppError } from '../../../shared/errors.ts';
import type {
  ConnectionState,
  ExitInfo,
  ServerDetail,
  ServerSource,
  TransportKind,
} from '../../../shared/server.ts';
import type { ConnectTrace } from '../connection/connectTrace.ts';
import { doctorText, originWords } from './doctorText.ts';

/** Where a server is, as far as it may be told: names of variables and headers, no values. */
export type DoctorTarget =
  | ({
      readonly kind: 'program';
      readonly command: string;
      readonly cwd: string;
      readonly environmentNames: readonly string[];
    } & ProgramFacts)
  | { readonly kind: 'address'; readonly url: string; readonly headerNames: readonly string[] }
  | { readonly kind: 'inside'; readonly name: string };

export type DoctorFacts = {
  readonly server: string;
  readonly source: ServerSource;
  /** Where its entry stands. */
  readonly file?: string | undefined;
  readonly transport: TransportKind;
  readonly target: DoctorTarget;
  readonly state: ConnectionState;
  readonly history: ServerDetail['history'];
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of the last connect; absent when there was none. */
  readonly trace?:
    Pick<ConnectTrace, 'startedAt' | 'reached' | 'stderr' | 'failure' | 'endedAt'> | undefined;
  readonly pid?: number | undefined;
  readonly lastExit?: ExitInfo | undefined;
  readonly protocolVersion?: string | undefined;
  readonly capabilities: readonly string[];
  readonly toolCount: number;
  readonly connectTimeoutMs: number;
};

/** Failures that happen on the way to a remote server, before it says anything. */
const onTheWay =
  /^(server\/(unknown-host|refused|unreachable|connection-lost|tls-.*|proxy-.*|ide-.*)|app\/(socks-proxy|bad-proxy|extra-ca-unreadable))$/;
/** Failures of finding a command, where its process never ran. */
const ofTheCommand = /^server\/command-(not-found|not-executable|elsewhere)$/;
/** Failures of a process: it could not be started, or ended before it answered. */
const ofTheProcess =
  /^server\/(gone|gone-saying|wrong-node.*|port-in-use|address-in-use|folder-not-found|spawn-failed|command-.*|batch-argument|not-in-process)$/;

/** How the last connect went, step by step. Says nothing secret. */
export function doctorReport(facts: DoctorFacts): DoctorReport {
  const { server, trace, state, target } = facts;
  const finding = findingOf(facts);
  const report = {
    server,
    ...(trace === undefined ? {} : { at: trace.startedAt }),
    steps: stepsOf(facts),
    ...(target.kind === 'program' ? { program: programFacts(target) } : {}),
    ...(finding === undefined ? {} : { finding }),
    stderr: trace?.stderr ?? [],
  };
  return { ...report, text: doctorText(report, facts, state) };
}

const programFacts = ({ resolved, path, pathFolders }: ProgramFacts): ProgramFacts => ({
  resolved,
  path,
  pathFolders,
});

/** The reason of the connect itself tells more than that of giving up after several. */
function findingOf({ state, trace }: DoctorFacts): AppError | undefined {
  if (!('cause' in state)) return undefined;
  return trace?.failure ?? state.cause;
}

function stepsOf(facts: DoctorFacts): readonly DoctorStep[] {
  const { trace, target } = facts;
  const ids = idsOf(target);
  const failed = trace?.failure === undefined ? undefined : failedStep(trace.failure, trace, ids);
  const isRunning = facts.state.kind === 'starting' || facts.state.kind === 'installing';
  let before = trace?.startedAt ?? 0;
  let isOver = trace === undefined;
  return ids.map((id): DoctorStep => {
    if (isOver) return { id, state: 'not-reached', detail: '' };
    const at = trace === undefined ? undefined : reachedAt(id, trace, ids);
    if (id === failed) {
      isOver = true;
      const tookMs = trace?.endedAt === undefined ? undefined : trace.endedAt - before;
      return { id, state: 'failed', detail: failedDetail(id, facts), tookMs };
    }
    if (at === undefined && failed === undefined) {
      isOver = true;
      return isRunning
        ? { id, state: 'running', detail: '' }
        : { id, state: 'not-reached', detail: '' };
    }
    const tookMs = at === undefined ? undefined : Math.max(0, at - before);
    before = at ?? before;
    return { id, state: 'passed', detail: passedDetail(id, facts), tookMs };
  });
}

function idsOf(target: DoctorTarget): readonly DoctorStepId[] {
  switch (target.kind) {
    case 'program':
      return ['configuration', 'environment', 'command', 'process', 'handshake', 'tools'];
    case 'address':
      return ['configuration', 'address', 'handshake', 'tools'];
    case 'inside':
      return ['configuration', 'process', 'handshake', 'tools'];
  }
}

type Trace = NonNullable<DoctorFacts['trace']>;

/** When a step was passed. What takes no time of its own is passed with the one before it. */
function reachedAt(
  id: DoctorStepId,
  { startedAt, reached }: Trace,
  ids: readonly DoctorStepId[],
): number | undefined {
  switch (id) {
    case 'configuration':
      return startedAt;
    case 'environment':
      return reached.get('environment') ?? reached.get('transport');
    case 'command':
    case 'process':
      return reached.get('transport');
    case 'address':
      // A request and its answer: an address is known to be good when the handshake is.
      return reached.get('handshake') === undefined ? undefined : reached.get('transport');
    case 'handshake':
      return reached.get('handshake');
    case 'tools':
      return ids.includes('tools') ? reached.get('tools') : undefined;
  }
}

function failedStep(
  { code }: AppError,
  { reached }: Trace,
  ids: readonly DoctorStepId[],
): DoctorStepId {
  if (code.startsWith('config/')) return 'configuration';
  if (reached.has('handshake')) return 'tools';
  if (ids.includes('address')) return onTheWay.test(code) ? 'address' : 'handshake';
  if (!reached.has('transport') && ids.includes('command') && ofTheCommand.test(code)) {
    return 'command';
  }
  return ofTheProcess.test(code) ? 'process' : 'handshake';
}

function passedDetail(id: DoctorStepId, facts: DoctorFacts): string {
  const { target, source } = facts;
  switch (id) {
    case 'configuration':
      return source === 'bundled' ? 'Patchbay' : (facts.file ?? 'settings.json');
    case 'environment':
      return target.kind === 'program'
        ? `${originWords(target.path)}, PATH ${target.pathFolders}`
        : '';
    case 'command':
      return target.kind === 'program' ? (target.resolved ?? target.command) : '';
    case 'process':
      if (target.kind === 'inside') return target.name;
      return facts.pid === undefined ? '' : `pid ${facts.pid}`;
    case 'address':
      return target.kind === 'address' ? target.url : '';
    case 'handshake':
      return facts.protocolVersion ?? '';
    case 'tools':
      return String(facts.toolCount);
  }
}

/** The fact behind the failure; its whole sentence is the finding. */
function failedDetail(id: DoctorStepId, { target, trace }: DoctorFacts): string {
  const failure = trace?.failure;
  if (id === 'command' && target.kind === 'program') return target.command;
  for (const name of ['reason', 'how', 'said', 'status']) {
    const value = failure?.params?.[name];
    if (value !== undefined) return String(value);
  }
  return failure?.message ?? '';
}
