import type { Task, TaskState } from '../../../shared/team.ts';

/** A task with the titles of what it still waits for; cleared ones count as completed. */
export type CardTask = Task & { readonly waitsFor: readonly Task[] };

export type Column = { readonly state: TaskState; readonly tasks: readonly CardTask[] };

const states: readonly TaskState[] = ['pending', 'in_progress', 'completed'];

/** The board's columns; in each the tasks keep the order in which they were created. */
export function columnsOf(tasks: readonly Task[]): readonly Column[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const cards = tasks.map((task) => ({
    ...task,
    waitsFor: task.blockedBy.flatMap((id) => {
      const other = byId.get(id);
      return other && other.state !== 'completed' ? [other] : [];
    }),
  }));
  return states.map((state) => ({ state, tasks: cards.filter((card) => card.state === state) }));
}

/** What the head of a board counts. */
export function progressOf(tasks: readonly Task[]): {
  readonly done: number;
  readonly all: number;
} {
  return { done: tasks.filter(({ state }) => state === 'completed').length, all: tasks.length };
}
