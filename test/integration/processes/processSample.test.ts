import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { watchProcesses } from '../../../src/main/servers/process/processSample.ts';
import type { ProcessSample } from '../../../src/main/servers/process/processSample.ts';

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanUp.splice(0)) clean();
});

/** A parent in a group of its own with a child; says when both are up. */
async function family(childScript: string): Promise<number> {
  const script = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(childScript)}],
      { stdio: ['ignore', 'inherit', 'inherit'] });
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const pid = parent.pid ?? 0;
  cleanUp.push(() => void process.kill(-pid, 'SIGKILL'));
  await once(createInterface({ input: parent.stdout }), 'line');
  return pid;
}

const idle = 'console.log("up"); setInterval(() => {}, 1000)';
const busy = 'console.log("up"); for (;;);';
const big = 'const kept = Buffer.alloc(150e6, 1); console.log("up"); setInterval(() => kept, 1000)';
const mebibyte = 1024 * 1024;

it('tells the processor time and the memory of each tree while somebody watches', async () => {
  const [idlePid, busyPid, bigPid] = await Promise.all([family(idle), family(busy), family(big)]);
  let groups = [
    { server: 'idle', pid: idlePid },
    { server: 'busy', pid: busyPid },
    { server: 'big', pid: bigPid },
  ];
  const seen: ReadonlyMap<string, ProcessSample>[] = [];
  const stop = watchProcesses({
    getGroups: () => groups,
    onSample: (samples) => void seen.push(samples),
    intervalMs: 400,
  });
  cleanUp.push(stop);
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  const last = (server: string) => seen.at(-1)?.get(server);
  expect(seen[0]?.get('busy')?.cpuPercent).toBeUndefined();
  expect(last('idle')).toMatchObject({ processes: 2 });
  // What the busy one gets depends on who else wants it.
  expect(last('busy')?.cpuPercent).toBeGreaterThan(2 * (last('idle')?.cpuPercent ?? Infinity));
  expect(last('busy')?.cpuPercent).toBeLessThan(130);
  expect(last('big')?.memoryBytes).toBeGreaterThan(
    (last('idle')?.memoryBytes ?? 0) + 130 * mebibyte,
  );

  groups = groups.slice(0, 1);
  const before = seen.length;
  await expect.poll(() => seen.length).toBeGreaterThan(before + 1);
  expect([...(seen.at(-1)?.keys() ?? [])]).toEqual(['idle']);
});
