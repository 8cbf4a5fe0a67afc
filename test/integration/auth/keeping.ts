import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bundle } from '../../../scripts/bundle.mjs';
import type { Order, Report } from './keeperProcess.ts';

export const buildKeeper = (): Promise<string> => bundle('test/integration/auth/keeperProcess.ts');

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-keeping-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A process of {@link buildKeeper}'s program, which ends with the test. */
export function startKeeper(program: string, folder: string, env: NodeJS.ProcessEnv = process.env) {
  const child = fork(program, [join(folder, 'locks')], {
    env,
    cwd: folder,
    // JSON would make null of undefined.
    serialization: 'advanced',
  });
  const exit = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
  };
  onTestFinished(kill);
  const ended = exit.then(() => {
    throw new Error('the process has ended');
  });
  ended.catch(() => undefined);
  let last = 0;
  const ask = (order: Order): Promise<Report> => {
    const id = ++last;
    const report = new Promise<Report>((resolve) => {
      const listen = (message: unknown): void => {
        if ((message as Report).id !== id) return;
        child.off('message', listen);
        resolve(message as Report);
      };
      child.on('message', listen);
    });
    child.send({ id, order });
    return Promise.race([report, ended]);
  };
  return { ask, kill };
}
