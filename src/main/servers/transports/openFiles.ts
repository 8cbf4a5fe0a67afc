import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';

/** O_CLOEXEC of Linux (open(2)), as /proc/PID/fdinfo shows it among the flags (proc_pid_fdinfo(5)). */
const closedOnExec = 0o2000000;

/** Whether a program that this process starts gets the file that a /proc/self/fdinfo/N is about. */
export function isHandedDown(fdinfo: string): boolean {
  const flags = /^flags:\s*([0-7]+)$/m.exec(fdinfo)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0;
}

type Stdio = readonly ('pipe' | 'ignore' | number)[];

/**
 * Starts a child with `stdio` and nothing else of ours. Node marks its files so that no child gets
 * them; Chromium does not, and on Linux a child of Electron would hold on to its database, its
 * sockets and its window. In their place the child finds the null device.
 */
export function withoutOurFiles<T>(stdio: Stdio, start: (stdio: Stdio) => T): T {
  const ours = process.platform === 'linux' ? handedDown() : [];
  if (ours.length === 0) return start(stdio);
  const nothing = openSync('/dev/null', 'r+');
  try {
    const all = [...stdio];
    for (const fd of ours) {
      while (all.length < fd) all.push('ignore');
      if (fd >= stdio.length) all[fd] = nothing;
    }
    return start(all);
  } finally {
    closeSync(nothing);
  }
}

/** In ascending order; the three standard ones are not among them. */
function handedDown(): readonly number[] {
  const open = readdirSync('/proc/self/fd').map(Number);
  return open.filter((fd) => fd > 2 && isHandedDown(infoOf(fd))).sort((a, b) => a - b);
}

function infoOf(fd: number): string {
  try {
    return readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8');
  } catch {
    // It was closed meanwhile, such as the one that listed them.
    return '';
  }
}
