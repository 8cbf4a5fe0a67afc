import { readFileSync, readdirSync } from 'node:fs';

/**
 * Signals all of a session that was begun by `spawn` with `detached: true`: its first group, and on
 * Linux also the groups that a shell with job control has made in it. What began a session of its
 * own (a daemon) is left alone.
 */
export function endSession(session: number, signal: 'SIGHUP' | 'SIGKILL'): void {
  for (const group of new Set([session, ...groupsOfSession(session)])) {
    try {
      process.kill(-group, signal);
    } catch {
      // Gone already.
    }
  }
}

function groupsOfSession(session: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [, , group, of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(of) === session ? [Number(group)] : [];
    } catch {
      return [];
    }
  });
}
