import { describe, expect, it } from 'vitest';
import {
  claimable,
  claimRefusal,
  completionRefusal,
  edgesRefusal,
  openBlockers,
  unblockedBy,
} from '../../src/main/team/taskRules.ts';
import type { Task, TaskState } from '../../src/shared/team.ts';

const task = (
  number: number,
  state: TaskState,
  blockedBy: readonly number[] = [],
  owner?: string,
): Task => ({
  id: `task_${number}`,
  subject: `Task ${number}`,
  description: '',
  state,
  owner: owner ?? (state === 'pending' ? undefined : 'ann'),
  blockedBy: blockedBy.map((other) => `task_${other}`),
  createdAt: number,
});
const board = (...tasks: readonly Task[]) => new Map(tasks.map((one) => [one.id, one]));
const ids = (tasks: readonly Task[]) => tasks.map(({ id }) => id);

describe('what may be claimed', () => {
  it.each<[string, Task, readonly Task[], string | undefined]>([
    ['a pending one', task(1, 'pending'), [], undefined],
    [
      'one whose blockers are completed',
      task(2, 'pending', [1]),
      [task(1, 'completed')],
      undefined,
    ],
    [
      'one that waits for a pending one',
      task(2, 'pending', [1]),
      [task(1, 'pending')],
      'team/task-blocked',
    ],
    [
      'one that waits for work under way',
      task(2, 'pending', [1]),
      [task(1, 'in_progress')],
      'team/task-blocked',
    ],
    ['one that waits for what is not there', task(2, 'pending', [9]), [], 'team/task-blocked'],
    ['one that is taken', task(1, 'in_progress'), [], 'team/task-taken'],
    ['a pending one with an owner', task(1, 'pending', [], 'bob'), [], 'team/task-taken'],
    ['one that is completed', task(1, 'completed'), [], 'team/task-completed'],
  ])('%s', (_what, one, others, code) => {
    expect(claimRefusal(one, board(one, ...others))?.code).toBe(code);
  });

  it('names whom a refused claim waits for', () => {
    const tasks = board(task(1, 'completed'), task(2, 'pending'), task(3, 'in_progress'));
    const waiting = task(4, 'pending', [1, 2, 3]);
    expect(openBlockers(waiting, tasks)).toEqual(['task_2', 'task_3']);
    expect(claimRefusal(waiting, tasks)?.params).toEqual({
      id: 'task_4',
      blockers: 'task_2, task_3',
    });
  });

  it('lists what a claim would get, the oldest first', () => {
    const tasks = board(
      task(1, 'completed'),
      task(2, 'pending', [1]),
      task(3, 'in_progress'),
      task(4, 'pending', [3]),
      task(5, 'pending'),
    );
    expect(ids(claimable(tasks))).toEqual(['task_2', 'task_5']);
  });
});

describe('what a completion does', () => {
  it.each<[string, Task, string, string | undefined]>([
    ['its owner may', task(1, 'in_progress'), 'ann', undefined],
    ['the lead may', task(1, 'in_progress'), 'lead', undefined],
    ['another may not', task(1, 'in_progress'), 'bob', 'team/task-not-yours'],
    ['nobody before it is claimed', task(1, 'pending'), 'lead', 'team/task-not-claimed'],
    ['nobody twice', task(1, 'completed'), 'ann', 'team/task-completed'],
  ])('%s', (_who, one, by, code) => {
    expect(completionRefusal(one, by)?.code).toBe(code);
  });

  it('keeps members of one name apart by where they work', () => {
    const claimed = { ...task(1, 'in_progress'), conversationId: 'c1' };
    expect(completionRefusal(claimed, 'ann', 'c1')).toBeUndefined();
    expect(completionRefusal(claimed, 'ann', 'c2')?.code).toBe('team/task-not-yours');
    expect(completionRefusal(claimed, 'lead', 'c2')).toBeUndefined();
  });

  it('unblocks only what waited for it and waits for nothing else', () => {
    const tasks = board(
      task(1, 'completed'),
      task(2, 'pending', [1]),
      task(3, 'pending', [1, 4]),
      task(4, 'pending'),
      task(5, 'in_progress', [1]),
    );
    expect(ids(unblockedBy('task_1', tasks))).toEqual(['task_2']);
  });
});

describe('what a new task may wait for', () => {
  const tasks = board(
    task(1, 'pending'),
    task(2, 'pending', [1]),
    task(3, 'pending', [2]),
    task(4, 'in_progress'),
  );
  const edges = (blockedBy: readonly number[], blocks: readonly number[]) => ({
    id: 'task_5',
    blockedBy: blockedBy.map((one) => `task_${one}`),
    blocks: blocks.map((one) => `task_${one}`),
  });
  it.each<[string, ReturnType<typeof edges>, string | undefined]>([
    ['nothing', edges([], []), undefined],
    ['pending work', edges([3], []), undefined],
    ['work under way', edges([4], []), undefined],
    ['a place between two', edges([1], [2]), undefined],
    ['a place before the first', edges([], [1, 3]), undefined],
    ['not itself', edges([5], []), 'team/task-circle'],
    ['nor before itself', edges([], [5]), 'team/task-circle'],
    ['not one that it blocks', edges([1], [1]), 'team/task-circle'],
    ['not one that waits for what it blocks', edges([3], [1]), 'team/task-circle'],
    ['nothing unknown', edges([9], []), 'team/unknown-task'],
    ['nor before something unknown', edges([], [9]), 'team/unknown-task'],
    ['nor before what has begun', edges([], [4]), 'team/task-begun'],
  ])('%s', (_what, one, code) => {
    expect(edgesRefusal(one, tasks)?.code).toBe(code);
  });

  it('shows the circle that it refuses', () => {
    expect(edgesRefusal(edges([3], [1]), tasks)?.params).toEqual({
      path: 'task_5 → task_3 → task_2 → task_1 → task_5',
    });
  });
});
