import type { Rooms } from './handlers.ts';
import { issueReport, reportedLines } from './issueReport.ts';

/** The report on a server as it is now; throws an AppFailure when there is none of that name. */
export function reportOn(
  name: string,
  { supervisor, log, version }: Pick<Rooms, 'supervisor' | 'log' | 'version'>,
): string {
  const { config, serverInfo } = supervisor.detail(name);
  const summary = supervisor.list().find((server) => server.name === name);
  return issueReport({
    version,
    server: summary ?? { name, transport: 'stdio' },
    serverInfo,
    doctor: supervisor.doctor(name).text,
    config,
    lines: log.query({ servers: [name] }, undefined, reportedLines).entries,
  });
}
