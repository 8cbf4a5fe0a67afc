import { AppFailure } from '../../shared/errors.ts';
import type { Rooms } from './handlers.ts';
import type { Handlers } from './router.ts';

type TeamHandlers = Pick<Handlers, Extract<keyof Handlers, `team.${string}`>>;

/** What a person does on the task boards and with worktrees; only folders that are shown. */
export function teamHandlers({ team, openPath }: Pick<Rooms, 'team' | 'openPath'>): TeamHandlers {
  const { board, worktrees, teammates } = team;
  return {
    'team.view': () => team.view(),
    'team.addTask': ({ workspace, ...draft }) => board.create(team.shown(workspace), draft).id,
    'team.releaseTask': ({ workspace, id }) => void board.release(team.shown(workspace), id),
    'team.clearTasks': (workspace) => board.clear(team.shown(workspace)),
    'team.keepWorktree': async ({ workspace, name }) => {
      await worktrees.keep(team.shown(workspace), name);
    },
    'team.removeWorktree': ({ workspace, name, discard }) =>
      worktrees.remove(team.shown(workspace), name, discard),
    'team.stop': (id) => teammates.stop(id),
    'team.resume': (id) => teammates.resume(id),
    'team.write': ({ id, text }) => teammates.write(id, text),
    'team.review': ({ team: id, requestId, approve, feedback }) =>
      void teammates.review(id, requestId, approve, feedback),
    'team.openWorktree': async ({ workspace, name }) => {
      const found = worktrees.list(team.shown(workspace)).find((one) => one.name === name);
      const why = found ? await openPath(found.path) : 'it is gone';
      if (why === '') return;
      const file = found?.path ?? name;
      const message = `${file} could not be opened: ${why}`;
      throw new AppFailure({ code: 'app/not-opened', message, params: { file, why } });
    },
  };
}
