import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bundle } from '../../../scripts/bundle.mjs';
import { openDatabase } from '../../../src/main/store/database.ts';
import { TaskTable } from '../../../src/main/store/taskTable.ts';
import { TaskBoard } from '../../../src/main/team/taskBoard.ts';
import { emptyFolder } from '../../repository.ts';

it('gives none of 50 tasks twice to 20 agents in 4 processes', async () => {
  const program = await bundle('test/integration/team/claimer.ts');
  const folder = await emptyFolder();
  const file = join(folder, 'patchbay.db');
  const database = openDatabase(file);
  onTestFinished(() => void database.close());
  const board = new TaskBoard({
    table: new TaskTable(database),
    now: Date.now,
    onChange: () => undefined,
  });
  for (let number = 1; number <= 50; number++) {
    // Every fifth waits for the one before it.
    const blockedBy = number % 5 === 0 ? [`task_${number - 1}`] : [];
    board.create(folder, { subject: `Task ${number}`, blockedBy });
  }
  const others = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, [program, file, folder, '5'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    return { child, ready: once(child.stdout, 'data'), said: () => out };
  });
  onTestFinished(() => others.forEach(({ child }) => void child.kill('SIGKILL')));
  await Promise.all(others.map(({ ready }) => ready));
  const ends = others.map(({ child }) => once(child, 'close'));
  for (const { child } of others) child.stdin.write('go\n');
  expect((await Promise.all(ends)).map(([code]) => code as number)).toEqual([0, 0, 0, 0]);

  const answers = others.map(
    ({ said }) =>
      JSON.parse(said().split('\n')[1] ?? '') as {
        claimed: string[];
        refusals: Record<string, number>;
      },
  );
  const claimed = answers.flatMap((answer) => answer.claimed);
  expect(claimed).toHaveLength(50);
  expect(new Set(claimed).size).toBe(50);
  // Whoever lost a race was told so, and by nothing else.
  const refusals = answers.flatMap((answer) => Object.keys(answer.refusals));
  const lost = new Set(['team/task-taken', 'team/task-completed']);
  expect(refusals.filter((code) => !lost.has(code))).toEqual([]);
  const tasks = board.list(folder);
  expect(tasks.every(({ state }) => state === 'completed')).toBe(true);
  for (const { blockedBy, claimedAt = 0 } of tasks) {
    const ended = blockedBy.map((id) => board.get(folder, id).completedAt ?? Infinity);
    expect(Math.max(0, ...ended)).toBeLessThanOrEqual(claimedAt);
  }
});
