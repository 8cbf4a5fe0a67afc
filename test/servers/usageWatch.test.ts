import { expect, it, onTestFinished } from 'vitest';
import { UsageWatch } from '../../src/main/servers/usageWatch.ts';
import type { ServerUsage } from '../../src/shared/server.ts';
import { fixture, noSignal, supervise } from './supervision.ts';

it('tells what connected servers take, from when it is turned on until it is turned off', async () => {
  const { supervisor } = supervise([fixture('toolbox'), fixture('noisy')]);
  await supervisor.connect('toolbox', noSignal);
  let heard: (usage: readonly ServerUsage[]) => void = () => undefined;
  const first = new Promise<readonly ServerUsage[]>((resolve) => (heard = resolve));
  const watch = new UsageWatch(supervisor, (usage) => heard(usage));
  onTestFinished(() => watch.set(false));
  watch.set(true);
  watch.set(true);

  const usage = await first;

  expect(usage.map(({ name, cpuPercent }) => [name, cpuPercent])).toEqual([['toolbox', undefined]]);
  // A Node that does next to nothing takes some 40 MB.
  expect(usage[0]?.memoryBytes).toBeGreaterThan(10_000_000);
  expect(usage[0]?.memoryBytes).toBeLessThan(1_000_000_000);
});
