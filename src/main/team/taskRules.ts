import type { AppError } from '../../shared/errors.ts';
import { lead } from '../../shared/team.ts';
import type { Task, TaskId } from '../../shared/team.ts';

/** The tasks of a workspace by id, those that were cleared away too. */
export type Tasks = ReadonlyMap<TaskId, Task>;

/** The tasks that `task` still waits for; one that is not there any more is waited for as well. */
export function openBlockers(task: Task, tasks: Tasks): readonly TaskId[] {
  return task.blockedBy.filter((id) => tasks.get(id)?.state !== 'completed');
}

/** Why `task` can't be claimed now; undefined when it can. */
export function claimRefusal(task: Task, tasks: Tasks): AppError | undefined {
  const { id, state, owner } = task;
  if (state === 'completed') {
    return refusal('team/task-completed', `${id} is completed, it can't be claimed.`, { id });
  }
  if (state === 'in_progress' || owner !== undefined) {
    const by = owner ?? 'someone';
    return refusal('team/task-taken', `${id} is taken by ${by}, it can't be claimed.`, {
      id,
      owner: by,
    });
  }
  const open = openBlockers(task, tasks);
  if (open.length === 0) return undefined;
  const list = open.join(', ');
  return refusal('team/task-blocked', `${id} is blocked by ${list}. Complete those first.`, {
    id,
    blockers: list,
  });
}

/**
 * Why `by` can't complete `task`: only its owner may, and the lead. Teams that share a folder may
 * have members of one name: `conversationId` tells them apart, where both sides know it.
 */
export function completionRefusal(
  task: Task,
  by: string,
  conversationId = task.conversationId,
): AppError | undefined {
  const { id, state, owner = '' } = task;
  if (state === 'completed') {
    return refusal('team/task-completed', `${id} is completed already.`, { id });
  }
  if (state === 'pending') {
    return refusal('team/task-not-claimed', `${id} is pending. Claim it first.`, { id });
  }
  const isSame = task.conversationId === undefined || task.conversationId === conversationId;
  if ((owner === by && isSame) || by === lead) return undefined;
  return refusal('team/task-not-yours', `${id} is ${owner}'s, only ${owner} or the lead ends it.`, {
    id,
    owner,
  });
}

/** The pending tasks that waited for `completed` and wait for nothing any more. */
export function unblockedBy(completed: TaskId, tasks: Tasks): readonly Task[] {
  return [...tasks.values()].filter(
    (task) =>
      task.state === 'pending' &&
      task.blockedBy.includes(completed) &&
      openBlockers(task, tasks).length === 0,
  );
}

/** What a claim may take, the oldest first. */
export function claimable(tasks: Tasks): readonly Task[] {
  return [...tasks.values()].filter((task) => claimRefusal(task, tasks) === undefined);
}

/** What a new task is to wait for, and what is to wait for it. */
export type NewEdges = {
  readonly id: TaskId;
  readonly blockedBy: readonly TaskId[];
  readonly blocks: readonly TaskId[];
};

/** Why a task can't be added so: it names what is not there, what has begun, or makes a circle. */
export function edgesRefusal(
  { id, blockedBy, blocks }: NewEdges,
  tasks: Tasks,
): AppError | undefined {
  const named = [...blockedBy, ...blocks];
  const unknown = named.find((other) => !tasks.has(other) && other !== id);
  if (unknown !== undefined) return unknownTask(unknown);
  if (named.includes(id)) return circleOf(id, []);
  const begun = blocks.find((other) => tasks.get(other)?.state !== 'pending');
  if (begun !== undefined) {
    return refusal('team/task-begun', `${begun} has begun, nothing can be put before it.`, {
      id: begun,
    });
  }
  const circle = pathBetween(blockedBy, new Set(blocks), tasks);
  return circle && circleOf(id, circle);
}

function circleOf(id: TaskId, between: readonly TaskId[]): AppError {
  const path = [id, ...between, id].join(' → ');
  return refusal('team/task-circle', `These tasks would wait for each other: ${path}.`, { path });
}

export const unknownTask = (id: string): AppError =>
  refusal('team/unknown-task', `There is no task ${id}.`, { id });

/** The way from one of `from`, along what each waits for, to one of `goals`. */
function pathBetween(
  from: readonly TaskId[],
  goals: ReadonlySet<TaskId>,
  tasks: Tasks,
): readonly TaskId[] | undefined {
  const seen = new Set<TaskId>();
  const open = from.map((id) => [id]);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const last = path.at(-1) ?? '';
    if (goals.has(last)) return path;
    if (seen.has(last)) continue;
    seen.add(last);
    for (const next of tasks.get(last)?.blockedBy ?? []) open.push([...path, next]);
  }
  return undefined;
}

const refusal = (code: string, message: string, params: Record<string, string>): AppError => ({
  code,
  message,
  params,
});
