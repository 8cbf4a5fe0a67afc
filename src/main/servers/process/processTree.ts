import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

/** How long to wait after each step before the next one, in milliseconds. */
export type StopGraces = {
  readonly inputMs: number;
  readonly interruptMs: number;
  readonly terminateMs: number;
};

export const defaultGraces: StopGraces = { inputMs: 1_000, interruptMs: 2_000, terminateMs: 2_000 };

/** How long to wait for the kernel to take a killed group away. */
const killMs = 2_000;
const pollMs = 20;

/** A child together with everything that it started and that did not leave its group. */
export type ProcessGroup = {
  readonly pid: number;
  isAlive(): boolean;
  signal(signal: EndSignal): void;
};

/** The group of a child that was spawned with `detached: true` (POSIX) or its tree (Windows). */
export function processGroup(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): ProcessGroup {
  return platform === 'win32' ? windowsTree(pid) : posixGroup(pid);
}

/**
 * Ends a group step by step: its input ends, then SIGINT, SIGTERM and SIGKILL go to all of it, each
 * after its grace. Aborting `hurry` skips to SIGKILL. Answers whether the group is confirmed gone.
 */
export async function endProcessGroup(
  group: ProcessGroup,
  endInput: () => void,
  graces: StopGraces,
  hurry: AbortSignal,
): Promise<boolean> {
  const steps: readonly (readonly [() => void, number])[] = [
    [endInput, graces.inputMs],
    [() => group.signal('SIGINT'), graces.interruptMs],
    [() => group.signal('SIGTERM'), graces.terminateMs],
  ];
  for (const [act, graceMs] of steps) {
    if (!group.isAlive()) return true;
    if (hurry.aborted) break;
    act();
    if (await isGoneWithin(group, graceMs, hurry)) return true;
  }
  group.signal('SIGKILL');
  return isGoneWithin(group, killMs);
}

/** Kills groups without waiting; for the moment when the app itself goes. */
export function killAllNow(groups: Iterable<ProcessGroup>): void {
  for (const group of groups) group.signal('SIGKILL');
}

async function isGoneWithin(group: ProcessGroup, ms: number, hurry?: AbortSignal) {
  const deadline = Date.now() + ms;
  while (group.isAlive()) {
    if (Date.now() >= deadline || hurry?.aborted === true) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return true;
}

function posixGroup(pid: number): ProcessGroup {
  return {
    pid,
    isAlive: () => canSignal(-pid, 0) && hasLiveMember(pid),
    signal: (signal) => void canSignal(-pid, signal),
  };
}

/** False also for EPERM: what we may not signal, we can't end (and macOS says it of zombies). */
function canSignal(pid: number, signal: EndSignal | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Signals reach zombies too, and in a container whose first process never reaps, a grandchild stays
 * one for ever. Linux tells them apart in /proc; elsewhere the answer of `kill` has to do.
 */
function hasLiveMember(group: number): boolean {
  if (process.platform !== 'linux') return true;
  if (isLiveMember(String(group), group)) return true;
  try {
    return readdirSync('/proc').some((name) => /^\d+$/.test(name) && isLiveMember(name, group));
  } catch {
    return true;
  }
}

function isLiveMember(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(join('/proc', pid, 'stat'), 'utf8');
    return isLiveIn(stat, group);
  } catch {
    return false;
  }
}

/** Whether a /proc/PID/stat line (proc(5)) is of a process of `group` that is not dead. */
export function isLiveIn(stat: string, group: number): boolean {
  // The second field, the command's name in brackets, may itself hold spaces and brackets.
  const [state, , processGroupId] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(processGroupId) === group && state !== 'Z' && state !== 'X';
}

function windowsTree(pid: number): ProcessGroup {
  return {
    pid,
    isAlive: () => canSignal(pid, 0),
    signal: (signal) => {
      const [command, args] = taskkill(pid, signal);
      if (signal !== 'SIGKILL') {
        execFile(command, args, { windowsHide: true }, () => undefined);
        return;
      }
      try {
        execFileSync(command, args, { windowsHide: true, stdio: 'ignore', timeout: killMs });
      } catch {
        // Gone already.
      }
    },
  };
}

/** Windows has no signals: a tree is asked to close, or ended by force. */
export function taskkill(pid: number, signal: EndSignal): [command: string, args: string[]] {
  const force = signal === 'SIGKILL' ? ['/F'] : [];
  return ['taskkill', ['/PID', String(pid), '/T', ...force]];
}
