import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { seats } from './scripts/seats.mjs';

const cores = availableParallelism();
// No module of ours keeps state, so files can share their workers: imports are a third of the time.
const isolate = false;
// A loaded machine is slow, not wrong: what is polled for has to come, and how soon is not the point.
const expect = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: ['test/integration/**', 'test/e2e/**'],
          isolate,
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          isolate,
          expect,
          // One more than cores: much of their time they wait for processes.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/e2e/takeSeat.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate,
          expect,
          // Apps on one display would take the focus from each other.
          maxWorkers: Math.max(1, seats().length),
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
