import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ServerDefinition } from '../../src/main/config/desiredServers.ts';
import { ConnectionLog } from '../../src/main/servers/log/connectionLog.ts';
import { Supervisor } from '../../src/main/servers/supervisor.ts';
import type { SupervisorOptions } from '../../src/main/servers/supervisor.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { LogStore } from '../../src/main/store/logStore.ts';
import type { LogEntry, LogFilter } from '../../src/shared/log.ts';
import { ServerConfig } from '../../src/shared/server.ts';
import type { ConnectionState, ConnectionStateKind } from '../../src/shared/server.ts';

const fixtures = join(import.meta.dirname, '../fixtures/servers');

/** Aborted by nobody. */
export const noSignal = new AbortController().signal;

/** A server of test/fixtures/servers, run by this Node. */
export function fixture(
  file: string,
  more: Partial<ServerDefinition> & { readonly set?: Partial<ServerConfig> } = {},
): ServerDefinition {
  const { set, ...rest } = more;
  const [script = '', ...args] = file.split(' ');
  const config = ServerConfig.parse({
    command: process.execPath,
    args: [join(fixtures, `${script}.mjs`), ...args],
    ...set,
  });
  return { name: script, source: 'user', autoStart: false, config, ...rest };
}

/** A supervisor over a log in memory, with short graces; all is ended with the test. */
export function supervise(
  definitions: readonly ServerDefinition[],
  options: Partial<SupervisorOptions> = {},
) {
  const database = openDatabase(':memory:');
  const watchers = new Set<() => void>();
  const seen = new Map<number, LogEntry>();
  const log = new ConnectionLog(new LogStore(database), (entry) => {
    seen.set(entry.seq, entry);
    for (const watch of watchers) watch();
  });
  const supervisor = new Supervisor({
    log,
    version: '0.0.0',
    workspace: import.meta.dirname,
    graces: { inputMs: 150, interruptMs: 100, terminateMs: 100 },
    ...options,
  });
  supervisor.onChange(() => {
    for (const watch of watchers) watch();
  });
  onTestFinished(async () => {
    await supervisor.stopAll();
    log.close();
    database.close();
  });
  supervisor.reconcile(definitions);

  /** The first answer that is not undefined, asked again after every change of state or log. */
  async function until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  }
  const state = (name: string): ConnectionState | undefined =>
    supervisor.list().find((server) => server.name === name)?.state;

  return {
    supervisor,
    log,
    /** Lines that the log told of, by number. */
    seen,
    state,
    until,
    untilState: <K extends ConnectionStateKind>(name: string, kind: K) =>
      until(() => {
        const now = state(name);
        return now?.kind === kind ? (now as Extract<ConnectionState, { kind: K }>) : undefined;
      }),
    untilLine: (pattern: RegExp) =>
      until(() => [...seen.values()].find(({ text }) => pattern.test(text))),
    lines: (filter: LogFilter = {}) => log.query(filter, undefined, 2000).entries,
  };
}

/** The AppError that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (thrown: unknown) =>
      typeof thrown === 'object' && thrown !== null && 'error' in thrown ? thrown.error : thrown,
  );
}

/** Whether a process runs; one that only waits to be reaped (Linux: state Z) does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
