import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  listCommand,
  parseCim,
  parsePs,
  parseStat,
  parseTime,
  readProcess,
  readProcessTable,
} from '../../src/main/servers/process/processTable.ts';

describe('parseStat', () => {
  // The fields of proc_pid_stat(5), behind a name that was made to mislead.
  const line =
    '4242 (a) S 1 (x) b) S 4200 4199 4198 34816 4242 4194304 1204 87 0 0 25 13 2 1 20 0 11 0 ' +
    '7654321 1048576000 12345 18446744073709551615 1 1 0 0 0 0 0 16781312 134235658 0 0 0 17 1 0 0';

  it('reads the fields behind a name with brackets and spaces', () => {
    expect(parseStat(line, 4096)).toEqual({
      pid: 4242,
      parent: 4200,
      group: 4199,
      session: 4198,
      start: 7654321,
      isDead: false,
      cpuMs: 380,
      memoryBytes: 12345 * 4096,
    });
  });

  it('tells the dead from the living', () => {
    expect(parseStat(line.replace(') S 4200', ') Z 4200'), 4096)?.isDead).toBe(true);
  });

  it.each(['', 'not a line', '12 (cut'])('takes no other text: %j', (text) => {
    expect(parseStat(text, 4096)).toBeUndefined();
  });
});

describe('parsePs', () => {
  it('reads a line of macOS, whose times are in UTC', () => {
    const line = '  501     1   501 Ss     5120   1:02.50 Wed Dec  2 05:31:37 2026    ';
    expect(parsePs(line)).toEqual({
      pid: 501,
      parent: 1,
      group: 501,
      session: undefined,
      start: Date.UTC(2026, 11, 2, 5, 31, 37),
      isDead: false,
      cpuMs: 62_500,
      memoryBytes: 5120 * 1024,
    });
  });

  it('knows a zombie, and takes no empty line', () => {
    expect(parsePs('7 1 7 Z+ 0 0:00.00 Wed Dec 12 05:31:37 2026')?.isDead).toBe(true);
    expect(parsePs('')).toBeUndefined();
  });

  it.each([
    ['0:00.07', 70],
    ['61:01.00', 3_661_000],
    ['2:03:04', 7_384_000],
    ['1-00:00:01', 86_401_000],
  ])('reads the time %s', (time, ms) => {
    expect(parseTime(time)).toBe(ms);
  });
});

describe('parseCim', () => {
  it('reads a line of Windows: FILETIME from 1601, times in units of 100 ns', () => {
    // 2000-01-01T00:00:00Z as a FILETIME.
    expect(parseCim('4 0 125911584000000000 15625000 4096')).toEqual({
      pid: 4,
      parent: 0,
      group: undefined,
      session: undefined,
      start: Date.UTC(2000, 0, 1),
      isDead: false,
      cpuMs: 1563,
      memoryBytes: 4096,
    });
  });

  it('takes no other text', () => {
    expect(parseCim('Get-CimInstance : Access denied')).toBeUndefined();
  });
});

describe('listCommand', () => {
  it('asks ps for all processes or for one', () => {
    const columns = 'pid=,ppid=,pgid=,stat=,rss=,time=,lstart=';
    expect(listCommand('darwin')).toEqual({ command: '/bin/ps', args: ['-ax', '-o', columns] });
    expect(listCommand('darwin', 7).args).toEqual(['-p', '7', '-o', columns]);
  });

  it('asks PowerShell on Windows, without a profile', () => {
    const { command, args } = listCommand('win32', 7);
    expect(command).toBe('powershell.exe');
    expect(args.slice(0, 3)).toEqual(['-NoProfile', '-NonInteractive', '-Command']);
    expect(args[3]).toContain("Win32_Process -Filter 'ProcessId=7'");
    expect(listCommand('win32').args[3]).not.toContain('-Filter');
  });
});

describe.runIf(process.platform === 'linux')('the table of this machine', () => {
  it('has this process, with the memory that Node tells', async () => {
    const own = (await readProcessTable()).find(({ pid }) => pid === process.pid);
    const memory = process.memoryUsage.rss();
    expect(own?.parent).toBe(process.ppid);
    expect(own?.memoryBytes ?? 0).toBeGreaterThan(memory / 2);
    expect(own?.memoryBytes ?? 0).toBeLessThan(memory * 2);
    expect((await readProcess(process.pid))?.start).toBe(own?.start);
  });

  it('has no start for a pid that nobody has', async () => {
    const last = Number(readFileSync('/proc/sys/kernel/pid_max', 'utf8'));
    expect(await readProcess(last + 1)).toBeUndefined();
  });
});
