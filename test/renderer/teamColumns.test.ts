import { expect, it } from 'vitest';
import { columnsOf, progressOf } from '../../src/renderer/src/team/columns.ts';
import type { Task, TaskState } from '../../src/shared/team.ts';

const task = (number: number, state: TaskState, ...blockedBy: readonly number[]): Task => ({
  id: `task_${number}`,
  subject: `Task ${number}`,
  description: '',
  state,
  blockedBy: blockedBy.map((one) => `task_${one}`),
  createdAt: number,
});

it('puts tasks into columns by state, in the order of their creation, with what they wait for', () => {
  const tasks = [
    task(1, 'completed'),
    task(2, 'pending', 1, 3),
    task(3, 'in_progress'),
    // What was cleared away is completed.
    task(4, 'pending', 9),
  ];
  const shape = columnsOf(tasks).map(({ state, tasks: cards }) => ({
    state,
    cards: cards.map(({ id, waitsFor }) => [id, waitsFor.map((one) => one.id)]),
  }));
  expect(shape).toEqual([
    {
      state: 'pending',
      cards: [
        ['task_2', ['task_3']],
        ['task_4', []],
      ],
    },
    { state: 'in_progress', cards: [['task_3', []]] },
    { state: 'completed', cards: [['task_1', []]] },
  ]);
  expect(progressOf(tasks)).toEqual({ done: 1, all: 4 });
});
