import type { DoctorReport, DoctorStep, ProgramFacts } from '../../../src/shared/doctor.ts';
import type { ServerSummary } from '../../../src/shared/server.ts';
import { now } from './madeUp.ts';

const program: ProgramFacts = {
  resolved: '/home/ada/.local/share/toolchains/python-3.14/bin/uvx',
  path: { source: 'login-shell', shell: 'zsh', readAt: now - 8_000_000 },
  pathFolders: 14,
};
const steps: readonly DoctorStep[] = [
  { id: 'configuration', state: 'passed', detail: 'settings.json', tookMs: 2 },
  { id: 'environment', state: 'passed', detail: 'login shell (zsh), PATH 14', tookMs: 212 },
  { id: 'command', state: 'passed', detail: '/home/ada/.local/bin/uvx', tookMs: 1 },
  { id: 'process', state: 'passed', detail: 'pid 48213', tookMs: 9 },
  { id: 'handshake', state: 'passed', detail: '2025-11-25', tookMs: 390 },
  { id: 'tools', state: 'passed', detail: '7', tookMs: 11 },
];

/** How its last connect may have gone: one that is down fails at the step of its cause. */
export function doctorOf(server: ServerSummary | undefined): DoctorReport {
  const { name = 'nobody', state } = server ?? {};
  const text = `Connection doctor: ${name}`;
  if (state === undefined || !('cause' in state)) {
    return { server: name, at: now - 60_000, steps, program, stderr: [], text };
  }
  const failed = state.cause.code === 'server/command-not-found' ? 'command' : 'process';
  const at = steps.findIndex(({ id }) => id === failed);
  return {
    server: name,
    at: now - 60_000,
    steps: steps.map((step, index) => {
      if (index < at) return step;
      const { id } = step;
      if (index > at) return { id, state: 'not-reached', detail: '' };
      return { id, state: 'failed', detail: state.cause.message, tookMs: 318 };
    }),
    program: failed === 'command' ? { ...program, resolved: undefined } : program,
    finding: state.cause,
    stderr: failed === 'command' ? [] : ['Starting search-index 2.4.1', 'INDEX_TOKEN is not set'],
    text,
  };
}
