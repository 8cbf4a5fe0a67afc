import { execFile } from 'node:child_process';
import { close, open, read, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** One process of the machine, as far as we tell processes apart and count what they take. */
export type ProcessEntry = {
  readonly pid: number;
  readonly parent: number;
  /** Process group and session; on Windows there are none, and macOS does not tell sessions. */
  readonly group: number | undefined;
  readonly session: number | undefined;
  /**
   * When it started, which with its pid is its identity: clock ticks since boot on Linux,
   * milliseconds since 1970 elsewhere.
   */
  readonly start: number;
  /** It only waits to be reaped. */
  readonly isDead: boolean;
  /** Processor time so far, in milliseconds. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
};

/** Linux tells user space of 100 ticks a second whatever its own clock is (time(7), USER_HZ). */
const msPerTick = 10;
const readAtOnce = 32;
/** More than a line of /proc/PID/stat can take. */
const lineBytes = 4_096;
const commandMs = 10_000;
const run = promisify(execFile);

/** A line of /proc/PID/stat (proc_pid_stat(5)), or undefined where it is none. */
export function parseStat(line: string, pageBytes: number): ProcessEntry | undefined {
  // The command's name, in brackets, may itself hold spaces and brackets.
  const end = line.lastIndexOf(')');
  const fields = line.slice(end + 2).split(' ');
  // Field n of the manual, which counts from 1 and has two before these.
  const field = (n: number): number => Number(fields[n - 3]);
  const [state] = fields;
  const pid = Number.parseInt(line, 10);
  if (end < 0 || Number.isNaN(pid) || !Number.isFinite(field(24))) return undefined;
  return {
    pid,
    parent: field(4),
    group: field(5),
    session: field(6),
    start: field(22),
    isDead: state === 'Z' || state === 'X',
    cpuMs: (field(14) + field(15)) * msPerTick,
    memoryBytes: field(24) * pageBytes,
  };
}

/** The command that lists processes where there is no /proc; English, and times in UTC. */
export function listCommand(
  platform: NodeJS.Platform,
  pid?: number,
): { readonly command: string; readonly args: readonly string[] } {
  if (platform === 'win32') {
    const filter = pid === undefined ? '' : ` -Filter 'ProcessId=${pid}'`;
    const fields =
      '$_.ProcessId, $_.ParentProcessId, $_.CreationDate.ToFileTimeUtc(), ' +
      '($_.KernelModeTime + $_.UserModeTime), $_.WorkingSetSize';
    const script =
      `Get-CimInstance Win32_Process${filter} | Where-Object CreationDate | ` +
      `ForEach-Object { '{0} {1} {2} {3} {4}' -f ${fields} }`;
    return {
      command: 'powershell.exe',
      args: ['-NoProfile', '-NonInteractive', '-Command', script],
    };
  }
  const which = pid === undefined ? ['-ax'] : ['-p', String(pid)];
  return {
    command: '/bin/ps',
    args: [...which, '-o', 'pid=,ppid=,pgid=,stat=,rss=,time=,lstart='],
  };
}

/** A line of macOS's `ps` with the columns of {@link listCommand}. */
export function parsePs(line: string): ProcessEntry | undefined {
  const words = line.trim().split(/\s+/);
  const [pid, parent, group, state = '', kibibytes, time = '', ...lstart] = words;
  const start = Date.parse(`${lstart.join(' ')} UTC`);
  if (Number.isNaN(start) || Number.isNaN(Number(pid))) return undefined;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: undefined,
    start,
    isDead: state.startsWith('Z'),
    cpuMs: parseTime(time),
    memoryBytes: Number(kibibytes) * 1024,
  };
}

/** `[[days-]hours:]minutes:seconds[.hundredths]` in milliseconds. */
export function parseTime(time: string): number {
  const [clock = '', days = '0'] = time.split('-').reverse();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1000);
}

/** A line of PowerShell's answer to {@link listCommand}; its times are units of 100 ns. */
export function parseCim(line: string): ProcessEntry | undefined {
  const words = line.trim().split(/\s+/);
  if (words.length !== 5 || !words.every((word) => /^\d+$/.test(word))) return undefined;
  const [pid = 0, parent = 0, created = 0, cpu = 0, memory = 0] = words.map(Number);
  return {
    pid,
    parent,
    group: undefined,
    session: undefined,
    // A FILETIME counts from 1601.
    start: Math.round(created / 10_000) - 11_644_473_600_000,
    isDead: false,
    cpuMs: Math.round(cpu / 10_000),
    memoryBytes: memory,
  };
}

/** All processes of this machine that we may see, in one pass. Empty where it can't be told. */
export async function readProcessTable(
  platform: NodeJS.Platform = process.platform,
): Promise<readonly ProcessEntry[]> {
  return platform === 'linux' ? readProc() : listProcesses(platform);
}

/** One process, or undefined where there is none (or it can't be told). */
export async function readProcess(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<ProcessEntry | undefined> {
  return platform === 'linux' ? readProcessNow(pid) : (await listProcesses(platform, pid))[0];
}

/** Linux only: without waiting, so that nothing happens between a spawn and its record. */
export function readProcessNow(pid: number): ProcessEntry | undefined {
  try {
    return parseStat(readFileSync(join('/proc', String(pid), 'stat'), 'utf8'), pageBytes());
  } catch {
    return undefined;
  }
}

/** Names the running of the machine that Linux counts ticks in; elsewhere times are absolute. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** Now, in the unit of {@link ProcessEntry.start}. */
export function processClock(): number {
  if (process.platform !== 'linux') return Date.now();
  try {
    // Seconds since boot, sleep included, as the starts of processes count it.
    return Math.floor(
      (Number.parseFloat(readFileSync('/proc/uptime', 'utf8')) * 1_000) / msPerTick,
    );
  } catch {
    return 0;
  }
}

async function readProc(): Promise<readonly ProcessEntry[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const bytes = pageBytes();
  const entries: ProcessEntry[] = [];
  const readEntry = async (name: string): Promise<void> => {
    const entry = parseStat(await readLine(join('/proc', name, 'stat')), bytes);
    if (entry !== undefined) entries.push(entry);
  };
  for (let at = 0; at < names.length; at += readAtOnce) {
    await Promise.all(names.slice(at, at + readAtOnce).map(readEntry));
  }
  return entries;
}

/** Empty when the process ended since it was listed. A third of what `readFile` costs here. */
function readLine(file: string): Promise<string> {
  return new Promise((resolve) => {
    open(file, 'r', (failure, fd) => {
      if (failure) {
        resolve('');
        return;
      }
      const line = Buffer.allocUnsafe(lineBytes);
      read(fd, line, 0, lineBytes, 0, (error, length) => {
        close(fd, () => resolve(error ? '' : line.toString('latin1', 0, length)));
      });
    });
  });
}

async function listProcesses(platform: NodeJS.Platform, pid?: number) {
  const { command, args } = listCommand(platform, pid);
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const options = { env, timeout: commandMs, maxBuffer: 32 * 1024 * 1024, windowsHide: true };
  const { stdout } = await run(command, args, options).catch(() => ({ stdout: '' }));
  const parse = platform === 'win32' ? parseCim : parsePs;
  return stdout.split(/\r?\n/).flatMap((line) => parse(line) ?? []);
}

/** A page's size, from a figure about ourselves that Node gives in bytes and the kernel in pages. */
function pageBytes(): number {
  try {
    const pages = parseStat(readFileSync('/proc/self/stat', 'utf8'), 1)?.memoryBytes ?? 0;
    return pages === 0 ? 4096 : 2 ** Math.round(Math.log2(process.memoryUsage.rss() / pages));
  } catch {
    return 4096;
  }
}
