import type { DoctorReport, DoctorStepId, PathOrigin } from '../../../shared/doctor.ts';
import type { ConnectionState } from '../../../shared/server.ts';
import { percentConnected, stateSpans } from '../../../shared/stateSpans.ts';
import { describeExit } from '../connection/connectionFailure.ts';
import type { DoctorFacts } from './doctor.ts';

const words: Readonly<Record<DoctorStepId, string>> = {
  configuration: 'Configuration',
  environment: 'Shell environment',
  command: 'Find the command',
  process: 'Start the process',
  address: 'Reach the address',
  handshake: 'Handshake',
  tools: 'List the tools',
};

/** The whole report in plain English, to be copied into an issue. */
export function doctorText(
  report: Omit<DoctorReport, 'text'>,
  facts: DoctorFacts,
  state: ConnectionState,
): string {
  const { lastExit, protocolVersion, capabilities } = facts;
  const tells = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? [] : [`${name}: ${value}`];
  return [
    `Connection doctor: ${report.server} (${facts.transport})`,
    ...tells('Checked', report.at === undefined ? 'never' : new Date(report.at).toISOString()),
    `State: ${state.kind} since ${new Date(state.since).toISOString()}`,
    ...tells('Finding', report.finding?.message),
    ...tells('What to do', report.finding?.action?.replaceAll('-', ' ')),
    '',
    ...targetLines(facts),
    ...tells('Protocol', protocolVersion),
    ...tells('Capabilities', capabilities.join(', ')),
    `Connect limit: ${facts.connectTimeoutMs / 1000} s`,
    ...tells(
      'Last exit',
      lastExit && `${describeExit(lastExit)} at ${new Date(lastExit.at).toISOString()}`,
    ),
    '',
    'Steps:',
    ...report.steps.map(({ id, state: how, detail, tookMs }) => {
      const took = tookMs === undefined ? '' : ` (${Math.round(tookMs)} ms)`;
      return `- ${words[id]}: ${how.replace('-', ' ')}${detail === '' ? '' : `, ${detail}`}${took}`;
    }),
    ...(report.stderr.length === 0
      ? []
      : ['', 'First lines of stderr:', ...report.stderr.map((line) => `  ${line}`)]),
    ...historyLines(facts),
    '',
  ].join('\n');
}

/** Such as `login shell (zsh)`, or `own environment, timed out`. */
export function originWords({ source, shell, reason }: PathOrigin): string {
  const name = shell === undefined ? '' : ` (${shell})`;
  if (source === 'login-shell') return `login shell${name}`;
  return reason === undefined
    ? 'own environment'
    : `own environment, ${reason.replaceAll('-', ' ')}`;
}

const readWords = ({ source, readAt }: PathOrigin): string =>
  source === 'own' || readAt === undefined ? '' : `, read ${new Date(readAt).toISOString()}`;

const toldStates = 10;

/** The latest states, latest first. */
function historyLines({ history, now }: DoctorFacts): readonly string[] {
  const [first] = history;
  if (first === undefined) return [];
  const percent = percentConnected(stateSpans(history, now));
  return [
    '',
    `States since ${new Date(first.at).toISOString()}, connected ${percent} %:`,
    ...[...history]
      .reverse()
      .slice(0, toldStates)
      .map(({ at, state }) => {
        const why = 'cause' in state ? `, ${state.cause.message}` : '';
        return `- ${new Date(at).toISOString()}: ${state.kind}${why}`;
      }),
  ];
}

function targetLines({ target }: DoctorFacts): readonly string[] {
  switch (target.kind) {
    case 'program':
      return [
        `Command: ${target.command}`,
        `Resolved to: ${target.resolved ?? 'nothing'}`,
        `PATH from: ${originWords(target.path)}${readWords(target.path)}, ${target.pathFolders} folders`,
        `Folder: ${target.cwd}`,
        `Environment: ${target.environmentNames.join(', ') || 'nothing'}`,
      ];
    case 'address':
      return [
        `Address: ${target.url}`,
        `Headers: ${target.headerNames.join(', ') || 'none of its own'}`,
      ];
    case 'inside':
      return [`Inside Patchbay: ${target.name}`];
  }
}
