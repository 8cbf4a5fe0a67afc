import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppFailure } from '../../src/shared/errors.ts';
import { ConnectionLog } from '../../src/main/servers/log/connectionLog.ts';
import { tryServer } from '../../src/main/servers/tryServer.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { LogStore } from '../../src/main/store/logStore.ts';

const fixture = (name: string) => join(import.meta.dirname, `../fixtures/servers/${name}.mjs`);

function tried(command: string, args: readonly string[], limitMs = 20_000) {
  const log = new ConnectionLog(new LogStore(openDatabase(':memory:')), () => undefined);
  const pids: number[] = [];
  const result = tryServer(
    {
      log,
      version: '1.0.0',
      workspace: import.meta.dirname,
      recordChild: async (_server, pid) => {
        pids.push(pid);
        return () => undefined;
      },
    },
    {
      name: 'new',
      source: 'user',
      autoStart: true,
      config: { command, args: [...args], env: {}, disabled: true },
    },
    AbortSignal.timeout(limitMs),
  );
  return { result, pids };
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

it('tells what a server that is not kept says of itself, and leaves nothing of it running', async () => {
  const { result, pids } = tried(process.execPath, [fixture('toolbox')]);
  const { toolCount, tookMs } = await result;
  expect(toolCount).toBeGreaterThan(0);
  expect(tookMs).toBeGreaterThanOrEqual(0);
  expect(pids).toHaveLength(1);
  expect(pids.filter(isAlive)).toEqual([]);
});

it('says why a server can not be reached', async () => {
  const thrown = await tried('no-such-command-on-any-path', []).result.catch(
    (error: unknown) => error,
  );
  expect(thrown instanceof AppFailure ? thrown.error.code : thrown).toBe(
    'server/command-not-found',
  );
});

it('ends one that says nothing, when the time is over', async () => {
  const { result, pids } = tried(process.execPath, [fixture('neverAnswers')], 500);
  await expect(result).rejects.toThrow();
  expect(pids.filter(isAlive)).toEqual([]);
});
