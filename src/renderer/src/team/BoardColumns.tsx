import { useTranslation } from 'react-i18next';
import type { TeamBoard } from '../../../shared/team.ts';
import { columnsOf } from './columns.ts';
import { TaskCard } from './TaskCard.tsx';

/** What is to be done, what is being done, what is done. */
export function BoardColumns({ board }: { board: TeamBoard }) {
  const { t } = useTranslation('team');
  return (
    <div className="team-board">
      {columnsOf(board.tasks).map(({ state, tasks }) => (
        <section key={state} className="team-column" aria-label={t(`state.${state}`)}>
          <h2>
            {t(`state.${state}`)}
            <span className="quiet num">{tasks.length}</span>
          </h2>
          {tasks.length === 0 && <p className="quiet team-none">{t(`none.${state}`)}</p>}
          <ul>
            {tasks.map((task) => (
              <li key={task.id}>
                <TaskCard task={task} workspace={board.workspace} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
