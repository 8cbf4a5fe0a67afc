import { expect, it } from 'vitest';
import { issueReport } from '../../src/main/ipc/issueReport.ts';
import type { ReportFacts } from '../../src/main/ipc/issueReport.ts';
import type { LogEntry } from '../../src/shared/log.ts';

const line = (text: string): LogEntry => ({
  seq: 1,
  at: 0,
  server: 'docs',
  kind: 'stderr',
  level: 'error',
  text,
  bytes: 1,
  hasBody: false,
});
const facts: ReportFacts = {
  version: '1.2.3',
  server: { name: 'docs', transport: 'stdio', protocolVersion: '2025-11-25' },
  serverInfo: { name: 'docs-server', version: '9' },
  doctor: 'Connection doctor: docs (stdio)\n',
  config: {
    command: 'docs-server',
    args: ['--api-key=abcdef123456'],
    env: { TOKEN: null },
    disabled: false,
  },
  lines: [line('could not ```open``` it'), line('password: hunter22')],
};

it('tells versions, the entry and the last lines, and none of the secrets in them', () => {
  const report = issueReport(facts, 'linux x64 6.1 (Node 20)');
  for (const said of [
    '### docs',
    '- Patchbay 1.2.3 on linux x64 6.1 (Node 20)',
    '- Server: docs-server 9, stdio, protocol 2025-11-25',
    'Connection doctor: docs (stdio)',
    '"command": "docs-server"',
    '"TOKEN"',
    'Last 2 lines of its log:',
    '1970-01-01T00:00:00.000Z docs error stderr could not',
  ]) {
    expect(report).toContain(said);
  }
  expect(report).not.toContain('hunter22');
  expect(report).not.toContain('abcdef123456');
  // What a server printed can't end the block that it stands in.
  expect(report).toContain('\n````\n1970-01-01');
});

it('says so where little is known', () => {
  const { config: _config, ...rest } = facts;
  const report = issueReport({ ...rest, config: undefined, serverInfo: undefined, lines: [] });
  expect(report).toContain('- Server: not known, stdio');
  expect(report).not.toContain('Entry, without values');
  expect(report).toContain('No line matches.');
});
