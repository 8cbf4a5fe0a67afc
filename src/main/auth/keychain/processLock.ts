import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppFailure } from '../../../shared/errors.ts';
import { isHeld, LockRecord } from './lockRecord.ts';
import type { LockOwner } from './lockRecord.ts';
import { stableName } from '../stableName.ts';

export type LockOptions = {
  /** How long it may be held, in milliseconds: whoever waits takes it after that. */
  readonly leaseMs?: number | undefined;
  /** How long to wait for it; longer than the lease, so that a dead holder is outwaited. */
  readonly waitMs?: number | undefined;
  /** `fail` by default. */
  readonly whenBusy?: 'fail' | 'run' | undefined;
  readonly now?: (() => number) | undefined;
};

const lookEveryMs = 20;
/** What happens inside takes a moment; an older one was left by a process that ended there. */
const guardMs = 5_000;

/**
 * Runs `run` while no other process (and no other call) does so for the same key: a file in `folder`
 * names who holds it and until when. One whose holder is gone or whose time is over is taken over.
 * Where no file can be made at all, it runs without. Throws `auth/busy` {seconds} when it can't be had.
 */
export async function withProcessLock<T>(
  folder: string,
  key: string,
  run: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const { leaseMs = 60_000, waitMs = leaseMs + 15_000, now = Date.now, whenBusy } = options;
  const file = join(folder, `${stableName(key)}.lock`);
  const id = randomUUID();
  const deadline = now() + waitMs;
  for (;;) {
    const outcome = await take(file, { ...self(), expiresAt: now() + leaseMs, id });
    if (outcome === 'impossible') return run();
    if (outcome === 'taken') break;
    const state = await look(file, leaseMs, now());
    if (state === 'stale') await takeAway(file, leaseMs, now);
    if (state === 'absent') continue;
    if (now() >= deadline) {
      if (whenBusy === 'run') return run();
      throw busy(waitMs);
    }
    await sleep(lookEveryMs * (0.5 + Math.random()));
  }
  try {
    return await run();
  } finally {
    // Another's by now, where it took longer than the lease.
    if ((await readLock(file))?.id === id) await rm(file, { force: true });
  }
}

function self(): LockOwner {
  return { host: hostname(), pid: process.pid, started: Math.round(performance.timeOrigin) };
}

async function take(file: string, record: LockRecord): Promise<'taken' | 'held' | 'impossible'> {
  try {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, JSON.stringify(record), { flag: 'wx', mode: 0o600 });
    return 'taken';
  } catch (error) {
    const code = codeOf(error);
    // Windows answers so for a file that is being deleted.
    const isPassing = process.platform === 'win32' && (code === 'EPERM' || code === 'EACCES');
    return code === 'EEXIST' || isPassing ? 'held' : 'impossible';
  }
}

async function look(
  file: string,
  leaseMs: number,
  now: number,
): Promise<'absent' | 'held' | 'stale'> {
  const made = await stat(file).catch(() => undefined);
  if (made === undefined) return 'absent';
  const record = await readLock(file);
  const state = { now, leaseMs, writtenAt: made.mtimeMs, self: self(), isAlive };
  return isHeld(record, state) ? 'held' : 'stale';
}

/** One process at a time looks again and removes it, or the second would remove the first one's new lock. */
async function takeAway(file: string, leaseMs: number, now: () => number): Promise<void> {
  const guard = `${file}.takeover`;
  try {
    await writeFile(guard, '', { flag: 'wx', mode: 0o600 });
  } catch {
    const made = await stat(guard).catch(() => undefined);
    const isLeft = made !== undefined && Math.abs(now() - made.mtimeMs) > guardMs;
    if (isLeft) await rm(guard, { force: true });
    return;
  }
  try {
    if ((await look(file, leaseMs, now())) === 'stale') await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function readLock(file: string): Promise<LockRecord | undefined> {
  try {
    return LockRecord.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to someone else.
    return codeOf(error) === 'EPERM';
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

function busy(waitedMs: number): AppFailure {
  const seconds = Math.round(waitedMs / 1000);
  return new AppFailure({
    code: 'auth/busy',
    message: `Another Patchbay has been renewing this sign-in for ${seconds} s. Try again, or close the other one.`,
    params: { seconds },
    action: 'retry',
  });
}
