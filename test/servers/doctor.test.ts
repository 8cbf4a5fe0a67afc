import { describe, expect, it } from 'vitest';
import { ConnectTrace } from '../../src/main/servers/connection/connectTrace.ts';
import type { TraceMark } from '../../src/main/servers/connection/connectTrace.ts';
import { doctorReport } from '../../src/main/servers/doctor/doctor.ts';
import type { DoctorFacts } from '../../src/main/servers/doctor/doctor.ts';
import type { AppError } from '../../src/shared/errors.ts';

const start = 1_000_000;
const program = {
  kind: 'program',
  command: 'uvx',
  resolved: '/home/ada/.local/bin/uvx',
  cwd: '/home/ada/code',
  environmentNames: ['HOME', 'INDEX_TOKEN'],
  path: { source: 'login-shell', shell: 'zsh', readAt: start - 1000 },
  pathFolders: 14,
} as const;
const address = { kind: 'address', url: 'https://mcp.example.com/mcp', headerNames: [] } as const;

/** A connect that reached the marks after so many milliseconds, and then failed, or not. */
function trace(marks: Partial<Record<TraceMark, number>>, failure?: AppError, failedAfter = 0) {
  let now = start;
  const kept = new ConnectTrace(start, () => now);
  for (const [mark, after] of Object.entries(marks)) {
    now = start + after;
    kept.reach(mark as TraceMark);
  }
  now = start + failedAfter;
  if (failure) kept.fail(failure);
  return kept;
}

const error = (code: string, params: AppError['params'] = {}): AppError => ({
  code: `server/${code}`,
  message: `message of ${code}`,
  params,
  action: 'edit-server',
});
const failed = (cause: AppError) => ({ kind: 'failed', since: start, cause }) as const;

function report(more: Partial<DoctorFacts>) {
  return doctorReport({
    server: 'search',
    source: 'user',
    transport: 'stdio',
    target: program,
    state: { kind: 'connected', since: start, tookMs: 900 },
    history: [],
    now: start,
    capabilities: [],
    toolCount: 0,
    connectTimeoutMs: 30_000,
    ...more,
  });
}
/** `id state detail tookMs`, a step a line. */
const lines = (more: Partial<DoctorFacts>) =>
  report(more).steps.map(({ id, state, detail, tookMs }) =>
    [id, state, detail, tookMs].filter((part) => part !== '' && part !== undefined).join(' '),
  );

describe('the connection doctor', () => {
  it('goes through all the steps of a program that is connected', () => {
    const facts = {
      trace: trace({ environment: 212, transport: 230, handshake: 700, tools: 710 }),
      pid: 4711,
      protocolVersion: '2025-11-25',
      toolCount: 7,
    };
    expect(lines(facts)).toEqual([
      'configuration passed settings.json 0',
      'environment passed login shell (zsh), PATH 14 212',
      'command passed /home/ada/.local/bin/uvx 18',
      'process passed pid 4711 0',
      'handshake passed 2025-11-25 470',
      'tools passed 7 10',
    ]);
    expect(report(facts).finding).toBeUndefined();
  });

  it.each<[string, TraceMark[], string]>([
    ['command-not-found', ['environment'], 'command'],
    ['command-not-executable', ['environment'], 'command'],
    ['command-elsewhere', ['environment'], 'command'],
    ['batch-argument', ['environment'], 'process'],
    ['folder-not-found', ['environment'], 'process'],
    ['spawn-failed', ['environment'], 'process'],
    ['gone-saying', ['environment', 'transport'], 'process'],
    ['wrong-node-version', ['environment', 'transport'], 'process'],
    ['port-in-use', ['environment', 'transport'], 'process'],
    ['command-not-found', ['environment', 'transport'], 'process'],
    ['connect-timeout', ['environment', 'transport'], 'handshake'],
    ['not-mcp-program', ['environment', 'transport'], 'handshake'],
    ['handshake-failed', ['environment', 'transport'], 'handshake'],
    ['gone', ['environment', 'transport', 'handshake'], 'tools'],
  ])('of a program lays %s after %j at the step %s', (code, marks, step) => {
    const cause = error(code);
    const reached = Object.fromEntries(marks.map((mark, index) => [mark, index * 10]));
    const { steps, finding } = report({ trace: trace(reached, cause, 100), state: failed(cause) });
    const at = steps.findIndex(({ state }) => state === 'failed');
    expect(steps[at]?.id).toBe(step);
    expect(steps.slice(0, at).every(({ state }) => state === 'passed')).toBe(true);
    expect(steps.slice(at + 1).every(({ state }) => state === 'not-reached')).toBe(true);
    expect(finding).toEqual(cause);
  });

  it.each([
    ['unknown-host', 'address'],
    ['refused', 'address'],
    ['unreachable', 'address'],
    ['tls-untrusted', 'address'],
    ['proxy-sign-in', 'address'],
    ['ide-not-found', 'address'],
    ['needs-auth', 'handshake'],
    ['no-endpoint', 'handshake'],
    ['not-mcp', 'handshake'],
    ['connect-timeout', 'handshake'],
  ])('of an address lays %s at the step %s', (code, step) => {
    const cause = error(code, { reason: 'why' });
    const facts = { target: address, transport: 'http', state: failed(cause) } as const;
    const { steps } = report({ ...facts, trace: trace({ transport: 1 }, cause, 50) });
    const found = steps.find(({ state }) => state === 'failed');
    expect(found).toMatchObject({ id: step, detail: 'why' });
  });

  it('shows which step is under way', () => {
    const state = { kind: 'starting', since: start, by: 'you' } as const;
    expect(lines({ state, trace: trace({ environment: 5, transport: 9 }) }).slice(3)).toEqual([
      'process passed 0',
      'handshake running',
      'tools not-reached',
    ]);
  });

  it('says of a server that was never started that nothing was reached', () => {
    const state = { kind: 'stopped', since: start, by: 'never-started' } as const;
    const { steps, at, text } = report({ state });
    expect(steps.every((step) => step.state === 'not-reached')).toBe(true);
    expect(at).toBeUndefined();
    expect(text).toContain('Checked: never');
  });

  it('tells the cause of the connect rather than that it was the fifth', () => {
    const cause = error('gone-saying', { how: 'exit code 1' });
    const state = failed(error('crash-loop'));
    expect(report({ state, trace: trace({ transport: 1 }, cause, 9) }).finding).toEqual(cause);
  });

  it('tells why a server is down that was connected well', () => {
    const cause = error('gone');
    const all = trace({ environment: 1, transport: 2, handshake: 3, tools: 4 });
    expect(report({ state: failed(cause), trace: all }).finding).toEqual(cause);
  });

  it('writes all of it down in plain English', () => {
    const cause = error('gone-saying', { how: 'exit code 1' });
    const kept = trace({ environment: 212, transport: 230 }, cause, 300);
    kept.hear('INDEX_TOKEN is not set');
    const { text } = report({
      state: failed(cause),
      trace: kept,
      lastExit: { code: 1, signal: null, at: start },
      capabilities: ['tools', 'logging'],
      history: [
        { at: start - 10_000, state: { kind: 'connected', since: start - 10_000, tookMs: 900 } },
        { at: start, state: failed(cause) },
      ],
      now: start + 10,
    });
    expect(text).toBe(`Connection doctor: search (stdio)
Checked: 1970-01-01T00:16:40.000Z
State: failed since 1970-01-01T00:16:40.000Z
Finding: message of gone-saying
What to do: edit server

Command: uvx
Resolved to: /home/ada/.local/bin/uvx
PATH from: login shell (zsh), read 1970-01-01T00:16:39.000Z, 14 folders
Folder: /home/ada/code
Environment: HOME, INDEX_TOKEN
Capabilities: tools, logging
Connect limit: 30 s
Last exit: exit code 1 at 1970-01-01T00:16:40.000Z

Steps:
- Configuration: passed, settings.json (0 ms)
- Shell environment: passed, login shell (zsh), PATH 14 (212 ms)
- Find the command: passed, /home/ada/.local/bin/uvx (18 ms)
- Start the process: failed, exit code 1 (70 ms)
- Handshake: not reached
- List the tools: not reached

First lines of stderr:
  INDEX_TOKEN is not set

States since 1970-01-01T00:16:30.000Z, connected 99 %:
- 1970-01-01T00:16:40.000Z: failed, message of gone-saying
- 1970-01-01T00:16:30.000Z: connected
`);
  });

  it.each<[DoctorFacts['target'] & { kind: 'program' }, string]>([
    [program, 'login shell (zsh), read 1970-01-01T00:16:39.000Z, 14 folders'],
    [{ ...program, path: { source: 'own' } }, 'own environment, 14 folders'],
    [
      { ...program, path: { source: 'own', shell: 'zsh', readAt: start, reason: 'timed-out' } },
      'own environment, timed out, 14 folders',
    ],
  ])('says where the PATH comes from and what it has for the command, %#', (target, words) => {
    const { text, program: facts } = report({ target });
    expect(text).toContain(`\nPATH from: ${words}\n`);
    const { resolved, path, pathFolders } = target;
    expect(facts).toEqual({ resolved, path, pathFolders });
  });

  it('has no program to tell of where the server is an address', () => {
    expect(report({ target: address, transport: 'http' }).program).toBeUndefined();
  });
});
