import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { TaskTable } from '../../src/main/store/taskTable.ts';
import { TaskBoard } from '../../src/main/team/taskBoard.ts';
import { toAppError } from '../../src/shared/errors.ts';

const folder = '/work';

function openBoard() {
  const changed: string[] = [];
  const table = new TaskTable(openDatabase(':memory:'));
  let time = 0;
  const board = new TaskBoard({
    table,
    now: () => ++time,
    onChange: (workspace) => changed.push(workspace),
  });
  return { board, table, changed };
}

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (thrown) {
    return toAppError(thrown).code;
  }
};

it('creates, claims and completes tasks, and says what a completion unblocks', () => {
  const { board, changed } = openBoard();
  const first = board.create(folder, { subject: 'Write it', description: 'All of it' });
  const second = board.create(folder, { subject: 'Test it', blockedBy: [first.id] });
  expect([first.id, second.id]).toEqual(['task_1', 'task_2']);
  expect(codeOf(() => board.claim(folder, second.id, 'ann'))).toBe('team/task-blocked');
  board.claim(folder, first.id, 'ann');
  expect(codeOf(() => board.claim(folder, first.id, 'bob'))).toBe('team/task-taken');
  expect(codeOf(() => board.complete(folder, first.id, 'bob'))).toBe('team/task-not-yours');
  const { task, unblocked } = board.complete(folder, first.id, 'ann');
  expect(task).toMatchObject({ state: 'completed', owner: 'ann', claimedAt: 3, completedAt: 4 });
  expect(unblocked.map(({ id }) => id)).toEqual([second.id]);
  expect(board.claimable(folder).map(({ id }) => id)).toEqual([second.id]);
  expect(changed).toEqual([folder, folder, folder, folder]);
});

it('keeps the boards of folders apart', () => {
  const { board, table } = openBoard();
  board.create('/a', { subject: 'of a' });
  const ofB = board.create('/b', { subject: 'of b' });
  expect(ofB.id).toBe('task_1');
  expect(board.list('/a').map(({ subject }) => subject)).toEqual(['of a']);
  expect(table.workspaces()).toEqual(['/a', '/b']);
});

it('puts a new task before others', () => {
  const { board } = openBoard();
  board.create(folder, { subject: 'Release' });
  board.create(folder, { subject: 'Review', blocks: ['task_1'] });
  expect(board.get(folder, 'task_1').blockedBy).toEqual(['task_2']);
  expect(codeOf(() => board.create(folder, { subject: 'x', blockedBy: ['task_9'] }))).toBe(
    'team/unknown-task',
  );
  expect(board.list(folder)).toHaveLength(2);
});

it('never gives a number twice, and what was cleared away blocks nothing', () => {
  const { board } = openBoard();
  board.create(folder, { subject: 'Old' });
  board.create(folder, { subject: 'Next', blockedBy: ['task_1'] });
  board.claim(folder, 'task_1', 'lead');
  board.complete(folder, 'task_1', 'lead');
  board.clear(folder);
  expect(board.list(folder).map(({ id }) => id)).toEqual(['task_2']);
  expect(board.create(folder, { subject: 'New' }).id).toBe('task_3');
  expect(board.claim(folder, 'task_2', 'lead').state).toBe('in_progress');
});

it('gives a taken task back, and binds worktrees', () => {
  const { board } = openBoard();
  board.create(folder, { subject: 'One' });
  expect(codeOf(() => board.release(folder, 'task_1'))).toBe('team/task-not-claimed');
  board.claim(folder, 'task_1', 'ann', 'c1');
  expect(board.get(folder, 'task_1').conversationId).toBe('c1');
  board.bind(folder, 'task_1', 'one');
  const given = board.release(folder, 'task_1');
  expect(given).toMatchObject({ state: 'pending', owner: undefined, worktree: 'one' });
  board.unbind(folder, 'one');
  expect(board.get(folder, 'task_1').worktree).toBeUndefined();
});

it('gives no task twice and never out of turn, whatever is done in whatever order', () => {
  const who = fc.constantFrom('ann', 'bob', 'cy');
  const number = fc.integer({ min: 1, max: 12 });
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('create' as const),
      blockedBy: fc.array(number, { maxLength: 3 }),
      blocks: fc.array(number, { maxLength: 2 }),
    }),
    fc.record({ kind: fc.constant('claim' as const), number, who }),
    fc.record({ kind: fc.constant('complete' as const), number, who }),
    fc.record({ kind: fc.constant('clear' as const) }),
  );
  const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    const { board, table } = openBoard();
    const claims = new Map<string, string>();
    for (const one of steps) {
      try {
        switch (one.kind) {
          case 'create': {
            const id = (n: number) => `task_${n}`;
            board.create(folder, {
              subject: 'x',
              blockedBy: one.blockedBy.map(id),
              blocks: one.blocks.map(id),
            });
            break;
          }
          case 'claim': {
            const { id } = board.claim(folder, `task_${one.number}`, one.who);
            expect(claims.has(id)).toBe(false);
            claims.set(id, one.who);
            break;
          }
          case 'complete': {
            const { task } = board.complete(folder, `task_${one.number}`, one.who);
            expect(claims.get(task.id)).toBe(one.who);
            break;
          }
          case 'clear':
            board.clear(folder);
        }
      } catch (thrown) {
        expect(toAppError(thrown).code).toMatch(/^team\//);
      }
      const all = new Map(table.list(folder).map((task) => [task.id, task]));
      for (const task of all.values()) {
        if (task.state === 'pending') continue;
        expect(task.blockedBy.every((id) => all.get(id)?.state === 'completed')).toBe(true);
      }
      // Without circles something can always go on: a task under way, or one to claim.
      const open = [...all.values()].filter(({ state }) => state !== 'completed');
      const moves =
        board.claimable(folder).length > 0 || open.some(({ state }) => state === 'in_progress');
      expect(open.length === 0 || moves).toBe(true);
    }
  });
  fc.assert(property, { numRuns: 60 });
});
