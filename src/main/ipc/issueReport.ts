import { release } from 'node:os';
import type { LogEntry } from '../../shared/log.ts';
import type { ServerEdit, ServerSummary } from '../../shared/server.ts';
import { fenced } from '../agent/exchange/toMarkdown.ts';
import { logLines } from '../servers/doctor/patchbayText.ts';
import { createRedactor } from '../servers/log/redact.ts';

/** How many of a server's lines are told. */
export const reportedLines = 50;

export type ReportFacts = {
  /** Ours. */
  readonly version: string;
  readonly server: Pick<ServerSummary, 'name' | 'transport' | 'protocolVersion'>;
  /** What the server says it is. */
  readonly serverInfo: { readonly name: string; readonly version: string } | undefined;
  /** What the doctor says, as text. */
  readonly doctor: string;
  /** Its entry without the values of variables and headers; of one that comes with the app none. */
  readonly config: ServerEdit | undefined;
  /** The last of its lines, oldest first. */
  readonly lines: readonly LogEntry[];
};

/** What someone who is to mend a fault has to know of a server, as Markdown without secrets. */
export function issueReport(facts: ReportFacts, versions = machineVersions()): string {
  const { version, server, serverInfo, doctor, config, lines } = facts;
  const redact = createRedactor({});
  const says = serverInfo ? `${serverInfo.name} ${serverInfo.version}` : 'not known';
  const entry = config && (JSON.parse(redact.json(config)) as unknown);
  return [
    `### ${server.name}`,
    '',
    `- Patchbay ${version} on ${versions}`,
    `- Server: ${says}, ${server.transport}, protocol ${server.protocolVersion ?? 'not known'}`,
    '',
    fenced(redact.text(doctor.trim())),
    ...(entry === undefined
      ? []
      : ['', 'Entry, without values:', '', fenced(JSON.stringify(entry, null, 2), 'json')]),
    '',
    `Last ${lines.length} lines of its log:`,
    '',
    fenced(redact.text(logLines(lines, lines.length))),
    '',
  ].join('\n');
}

function machineVersions(): string {
  const { electron, chrome, node } = process.versions;
  const made = [
    ...(electron === undefined ? [] : [`Electron ${electron}`]),
    ...(chrome === undefined ? [] : [`Chromium ${chrome}`]),
    `Node ${node}`,
  ];
  return `${process.platform} ${process.arch} ${release()} (${made.join(', ')})`;
}
