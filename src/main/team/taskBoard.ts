import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Task, TaskId } from '../../shared/team.ts';
import { taskId } from '../store/taskTable.ts';
import type { StoredTask, TaskTable } from '../store/taskTable.ts';
import {
  claimable,
  claimRefusal,
  completionRefusal,
  edgesRefusal,
  unblockedBy,
  unknownTask,
} from './taskRules.ts';

export type TaskDraft = {
  readonly subject: string;
  readonly description?: string | undefined;
  readonly blockedBy?: readonly TaskId[] | undefined;
  /** Pending tasks that are to wait for the new one. */
  readonly blocks?: readonly TaskId[] | undefined;
};

type Options = {
  readonly table: TaskTable;
  readonly now: () => number;
  readonly onChange: (workspace: string) => void;
};

/** More than this many open tasks are a mistake of who makes them. */
const maxOpen = 1000;

/**
 * The tasks of each workspace. Every change is decided and written in one go that no other process
 * of ours can come between: of two claims one wins. Refusals are AppFailures (see taskRules).
 */
export class TaskBoard {
  readonly #table: TaskTable;
  readonly #now: () => number;
  readonly #onChange: (workspace: string) => void;

  constructor({ table, now, onChange }: Options) {
    this.#table = table;
    this.#now = now;
    this.#onChange = onChange;
  }

  /** In the order they were created, without those that were cleared away. */
  list(workspace: string): readonly Task[] {
    return this.#table.list(workspace).flatMap((task) => (task.cleared ? [] : [shown(task)]));
  }

  get(workspace: string, id: TaskId): Task {
    return shown(find(this.#all(workspace), id));
  }

  /** What a claim would get now, the oldest first. */
  claimable(workspace: string): readonly Task[] {
    return claimable(this.#all(workspace));
  }

  create(workspace: string, draft: TaskDraft): Task {
    const { subject, description = '' } = draft;
    const blockedBy = [...new Set(draft.blockedBy)];
    const blocks = new Set(draft.blocks);
    return this.#change(workspace, (tasks, put) => {
      const open = [...tasks.values()].filter(({ state }) => state !== 'completed');
      if (open.length >= maxOpen) refuse(tooMany);
      const id = taskId(tasks.size + 1);
      refuse(edgesRefusal({ id, blockedBy, blocks: [...blocks] }, tasks));
      const task: StoredTask = {
        id,
        subject,
        description,
        state: 'pending',
        blockedBy,
        createdAt: this.#now(),
        cleared: false,
      };
      put(task);
      for (const other of tasks.values()) {
        if (blocks.has(other.id)) put({ ...other, blockedBy: [...other.blockedBy, id] });
      }
      return shown(task);
    });
  }

  /** `conversationId` is where the owner works. */
  claim(workspace: string, id: TaskId, owner: string, conversationId?: string): Task {
    return this.#change(workspace, (tasks, put) => {
      const task = find(tasks, id);
      refuse(claimRefusal(task, tasks));
      const claimedAt = this.#now();
      return shown(put({ ...task, state: 'in_progress', owner, conversationId, claimedAt }));
    });
  }

  /** Answers the tasks, too, that can be claimed now and could not before. */
  complete(workspace: string, id: TaskId, by: string, conversationId?: string) {
    return this.#change(workspace, (tasks, put) => {
      const task = find(tasks, id);
      refuse(completionRefusal(task, by, conversationId));
      const done = put({ ...task, state: 'completed', completedAt: this.#now() });
      const after = new Map(tasks).set(id, done);
      return { task: shown(done), unblocked: unblockedBy(id, after) };
    });
  }

  /** Gives a task that someone had taken back to everyone. */
  release(workspace: string, id: TaskId): Task {
    return this.#change(workspace, (tasks, put) => {
      const task = find(tasks, id);
      if (task.state !== 'in_progress') refuse(notTaken(id));
      const nobody = { owner: undefined, conversationId: undefined, claimedAt: undefined };
      return shown(put({ ...task, ...nobody, state: 'pending' }));
    });
  }

  /** Says in which worktree the work of a task is done. */
  bind(workspace: string, id: TaskId, worktree: string): Task {
    return this.#change(workspace, (tasks, put) => shown(put({ ...find(tasks, id), worktree })));
  }

  /** Forgets a worktree that is gone. */
  unbind(workspace: string, worktree: string): void {
    this.#change(workspace, (tasks, put) => {
      for (const task of tasks.values()) {
        if (task.worktree === worktree) put({ ...task, worktree: undefined });
      }
    });
  }

  /** Takes the completed tasks off the board. */
  clear(workspace: string): void {
    this.#change(workspace, (tasks, put) => {
      for (const task of tasks.values()) {
        if (task.state === 'completed' && !task.cleared) put({ ...task, cleared: true });
      }
    });
  }

  #all(workspace: string): StoredTasks {
    return new Map(this.#table.list(workspace).map((task) => [task.id, task]));
  }

  #change<T>(workspace: string, work: (tasks: StoredTasks, put: Put) => T): T {
    const answer = this.#table.alone(() =>
      work(this.#all(workspace), (task) => {
        this.#table.put(workspace, task);
        return task;
      }),
    );
    this.#onChange(workspace);
    return answer;
  }
}

type StoredTasks = ReadonlyMap<TaskId, StoredTask>;
type Put = (task: StoredTask) => StoredTask;

function find(tasks: StoredTasks, id: TaskId): StoredTask {
  const task = tasks.get(id);
  if (!task) throw new AppFailure(unknownTask(id));
  return task;
}

function refuse(error: AppError | undefined): void {
  if (error) throw new AppFailure(error);
}

const shown = ({ cleared: _cleared, ...task }: StoredTask): Task => task;

const tooMany: AppError = {
  code: 'team/too-many-tasks',
  message: `There are ${maxOpen} open tasks already. Complete some first.`,
  params: { limit: maxOpen },
};

const notTaken = (id: TaskId): AppError => ({
  code: 'team/task-not-claimed',
  message: `${id} is nobody's, so it can't be given back.`,
  params: { id },
});
