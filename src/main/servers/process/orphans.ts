import type { ChildRecord, ChildRecords } from '../../store/childRecords.ts';
import type { ConnectionLog } from '../log/connectionLog.ts';
import {
  bootId,
  processClock,
  readProcess,
  readProcessNow,
  readProcessTable,
} from './processTable.ts';
import type { ProcessEntry } from './processTable.ts';
import { endProcessGroup, processGroup } from './processTree.ts';
import type { StopGraces } from './processTree.ts';

/** Their input ended with their owner, so there is nothing to wait for before the first signal. */
const orphanGraces: StopGraces = { inputMs: 0, interruptMs: 500, terminateMs: 1_000 };
/** How often it is noted that our children are known to live. */
const seeMs = 20_000;

export type OrphanVerdict =
  /** It is as it was recorded, or its group goes on without it: end the whole group. */
  | 'end'
  /** Nothing of it is left, or its pid belongs to another process now. */
  | 'forget'
  /** Its owner runs: another Patchbay's, or our own. */
  | 'leave';

/**
 * What to do about a recorded child, given all processes and the machine's present boot id. A pid is
 * not given away while a process or a group has it (POSIX: fork()), so
 * - a process with the pid and the start of the record is the recorded one, and with another start
 *   it shows that nothing of the old group is left;
 * - without a leader, a member that was there when the owner last knew the group shows that the
 *   group never emptied. Later members alone show nothing: a daemon may have got its number.
 */
export function judgeChild(
  record: ChildRecord,
  table: readonly ProcessEntry[],
  boot: string,
): OrphanVerdict {
  const isThisBoot = record.boot === boot;
  if (isThisBoot && isOwnerAlive(record, table)) return 'leave';
  // Ticks count from boot, so after another boot a record says nothing about any process.
  if (!isThisBoot || record.start === null) return 'forget';
  const { pid, start, seen } = record;
  const leader = table.find((entry) => entry.pid === pid);
  if (leader !== undefined && leader.start !== start) return 'forget';
  if (leader !== undefined && !leader.isDead) return 'end';
  const isMember = (entry: ProcessEntry): boolean =>
    entry.group === pid &&
    // We start every child in a session of its own.
    (entry.session === undefined || entry.session === pid) &&
    entry.start >= start &&
    (leader !== undefined || entry.start <= seen) &&
    !entry.isDead;
  return table.some(isMember) ? 'end' : 'forget';
}

/** An owner that could not tell its own start is taken to be alive while anyone has its pid. */
function isOwnerAlive(record: ChildRecord, table: readonly ProcessEntry[]): boolean {
  const owner = table.find((entry) => entry.pid === record.ownerPid);
  if (owner === undefined || owner.isDead) return false;
  return record.ownerStart === null || owner.start === record.ownerStart;
}

export type Sweep = {
  readonly ended: readonly ChildRecord[];
  /** Could not be ended; they are tried again at the next start. */
  readonly remaining: readonly ChildRecord[];
  readonly tookMs: number;
};

/** Keeps account of our children, and ends what a Patchbay that was killed left behind. */
export class Orphans {
  readonly #records: ChildRecords;
  readonly #boot = bootId();
  readonly #open = new Set<number>();
  #seeing: NodeJS.Timeout | undefined;
  #owner: Promise<number | null> | undefined;

  constructor(records: ChildRecords) {
    this.#records = records;
  }

  /**
   * Puts a child on record right after it was spawned; before the answer, so that on Linux not even
   * a crash at this moment loses it. Call the answer when its group is confirmed gone. A store that
   * can't be written keeps no server from running: then nothing is recorded.
   */
  async record(server: string, pid: number, command: string): Promise<() => void> {
    try {
      const id = await this.#record(server, pid, command);
      this.#open.add(id);
      this.#seeing ??= setInterval(() => this.#see(), seeMs).unref();
      return () => this.#forget(id);
    } catch {
      return () => undefined;
    }
  }

  async #record(server: string, pid: number, command: string): Promise<number> {
    const isLinux = process.platform === 'linux';
    const id = this.#records.add({
      server,
      pid,
      start: isLinux ? (readProcessNow(pid)?.start ?? null) : null,
      boot: this.#boot,
      ownerPid: process.pid,
      ownerStart: isLinux ? (readProcessNow(process.pid)?.start ?? null) : await this.#ownStart(),
      seen: processClock(),
      command,
    });
    if (!isLinux) {
      const start = (await readProcess(pid))?.start;
      if (start !== undefined) this.#records.setStart(id, start);
    }
    return id;
  }

  #see(): void {
    try {
      this.#records.see(this.#open, processClock());
    } catch {
      // The next time will do; a closed store needs it no more.
    }
  }

  #forget(id: number): void {
    this.#open.delete(id);
    if (this.#open.size === 0) {
      clearInterval(this.#seeing);
      this.#seeing = undefined;
    }
    try {
      this.#records.remove(id);
    } catch {
      // The store is closed already; the next start finds nothing of this child and forgets it.
    }
  }

  /** Ends what owners that are gone left behind, all side by side. Never rejects for one of them. */
  async sweep(graces: StopGraces = orphanGraces): Promise<Sweep> {
    const began = Date.now();
    const records = this.#records.list();
    if (records.length === 0) return { ended: [], remaining: [], tookMs: 0 };
    const table = await readProcessTable();
    // Without a table nothing can be told apart.
    if (table.length === 0) return { ended: [], remaining: records, tookMs: Date.now() - began };
    const ended: ChildRecord[] = [];
    const remaining: ChildRecord[] = [];
    const handle = async (record: ChildRecord): Promise<void> => {
      const verdict = judgeChild(record, table, this.#boot);
      if (verdict === 'leave') return;
      if (verdict === 'end') {
        const group = processGroup(record.pid);
        const never = new AbortController().signal;
        const gone = await endProcessGroup(group, () => undefined, graces, never);
        (gone ? ended : remaining).push(record);
        if (!gone) return;
      }
      this.#records.remove(record.id);
    };
    await Promise.all(records.map(handle));
    return { ended, remaining, tookMs: Date.now() - began };
  }

  async #ownStart(): Promise<number | null> {
    this.#owner ??= readProcess(process.pid).then((entry) => entry?.start ?? null);
    return this.#owner;
  }
}

/** The sweep at the start of the app, told on the log. Never rejects. */
export async function endLeftBehind(orphans: Orphans, log: ConnectionLog): Promise<void> {
  try {
    const { ended, remaining, tookMs } = await orphans.sweep();
    const say = ({ server }: ChildRecord, level: 'warn' | 'error', text: string): void => {
      log.append({ server, at: Date.now(), kind: 'lifecycle', level, text, bytes: 0 });
    };
    for (const child of ended) {
      say(
        child,
        'warn',
        `ended process group ${child.pid}, left behind by a crash, in ${tookMs} ms`,
      );
    }
    for (const child of remaining) {
      say(child, 'error', `process group ${child.pid}, left behind by a crash, could not be ended`);
    }
  } catch {
    // The store was closed meanwhile: what is left stands on record for the next start.
  }
}
