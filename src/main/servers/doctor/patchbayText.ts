import type { LossReason, Provenance, ServerOrigin } from '../../../shared/config.ts';
import { assertNever } from '../../../shared/errors.ts';
import type { LogEntry } from '../../../shared/log.ts';
import type { ConnectionState, ExitInfo, ServerSummary } from '../../../shared/server.ts';
import { describeExit } from '../connection/connectionFailure.ts';

const statesShown = 8;

/** One server in one line, for the model: `docs: connected for 2 h, stdio, 2 tools, …`. */
export function serverLine(server: ServerSummary, now: number): string {
  const { name, transport, toolCount, callCount, restartCount, state } = server;
  const counts = [
    `${toolCount} tool${toolCount === 1 ? '' : 's'}`,
    `${callCount} call${callCount === 1 ? '' : 's'}`,
    `${restartCount} restart${restartCount === 1 ? '' : 's'}`,
  ];
  return `${name}: ${stateText(state, now)} (${transport}, ${counts.join(', ')})`;
}

type Status = {
  readonly summary: ServerSummary;
  readonly history: readonly { readonly at: number; readonly state: ConnectionState }[];
  readonly lastExit: ExitInfo | undefined;
  readonly origin?: ServerOrigin | undefined;
  /** Oldest first, free of secrets. */
  readonly stderr: readonly string[];
};

/** What there is to say about one server, for the model. */
export function statusText(status: Status, now: number): string {
  const { summary, history, lastExit, origin, stderr } = status;
  const { callCount, lastCall, protocolVersion, state } = summary;
  const fix = 'cause' in state ? state.cause.action : undefined;
  return [
    serverLine(summary, now),
    ...(fix === undefined ? [] : [`What the user can do: ${fix.replaceAll('-', ' ')}`]),
    ...(protocolVersion === undefined ? [] : [`Protocol: ${protocolVersion}`]),
    ...(lastCall === undefined
      ? []
      : [
          `Last of ${callCount} calls: ${ago(lastCall.at, now)} ago, took ${span(lastCall.tookMs)}`,
        ]),
    lastExit === undefined
      ? 'Last exit: none in this session'
      : `Last exit: ${describeExit(lastExit)}, ${ago(lastExit.at, now)} ago`,
    ...originLines(origin),
    'Latest states, newest first:',
    ...history
      .slice(-statesShown)
      .reverse()
      .map((one) => `- ${new Date(one.at).toISOString()} ${stateText(one.state, one.at)}`),
    stderr.length === 0 ? 'stderr: nothing' : 'Last lines of stderr:',
    ...stderr.map((line) => `  ${line}`),
  ].join('\n');
}

/** Which entry is in force, and why others of its name are not. */
function originLines(origin: ServerOrigin | undefined): readonly string[] {
  if (origin === undefined) return [];
  const place = ({ layer, file, plugin }: Provenance) =>
    `${layer}${file === undefined && plugin === undefined ? '' : ` (${plugin ?? file ?? ''})`}`;
  return [
    `Configured by: ${place(origin.winner)}`,
    ...origin.losers.map(({ from, why }) => `Not in force: ${place(from)}, ${lossWords[why]}`),
    ...(origin.sameContentAs.length === 0
      ? []
      : [`Same content as: ${origin.sameContentAs.join(', ')}`]),
  ];
}

const lossWords: Readonly<Record<LossReason, string>> = {
  'lower-layer': 'a higher layer overrules it',
  'managed-excludes': 'the managed file excludes it',
  'not-approved': 'it waits for the approval of the user',
  refused: 'the user refused it',
  denied: 'the managed file does not let it in',
  'same-content': 'another server has the same content',
};

/** Log lines for the model, and how many there are besides them. */
export function logLines(entries: readonly LogEntry[], total: number): string {
  if (entries.length === 0) return 'No line matches.';
  const more = total - entries.length;
  return [
    ...(more > 0 ? [`${more} older lines match as well.`] : []),
    ...entries.map(({ at, server, level, kind, text, durationMs }) => {
      const took = durationMs === undefined ? '' : ` (${span(durationMs)})`;
      return `${new Date(at).toISOString()} ${server} ${level} ${kind} ${text}${took}`;
    }),
  ].join('\n');
}

function stateText(state: ConnectionState, now: number): string {
  switch (state.kind) {
    case 'connected':
      return now === state.since
        ? `connected in ${span(state.tookMs)}`
        : `connected for ${ago(state.since, now)}`;
    case 'failed':
    case 'needs-auth':
      return `${state.kind}: ${state.cause.message}`;
    case 'backoff': {
      const left = state.retryAt - now;
      const when = left > 0 ? `try ${state.attempt} in ${span(left)}` : `try ${state.attempt}`;
      return `waiting to retry, ${when}: ${state.cause.message}`;
    }
    case 'stopped':
      return state.by === 'never-started' ? 'not started yet' : `stopped by ${state.by}`;
    case 'installing':
      return `installing: ${state.lastLine}`;
    case 'starting':
      return `starting, asked by ${state.by}`;
    case 'disabled':
      return 'disabled in its configuration';
    case 'signing-in':
      return 'waits for the user to sign in';
    default:
      return assertNever(state);
  }
}

function ago(at: number, now: number): string {
  return span(Math.max(0, now - at));
}

function span(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
