import './team.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TeamBoard } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { Select } from '../ui/Select.tsx';
import { useAction } from '../ui/useAction.ts';
import { AddTask } from './AddTask.tsx';
import { BoardColumns } from './BoardColumns.tsx';
import { EmptyTeam } from './EmptyTeam.tsx';
import { EventList } from './EventList.tsx';
import { WorktreeList } from './WorktreeList.tsx';
import { progressOf } from './columns.ts';
import { useTeam } from './useTeam.ts';

/** The task board of a folder, and the worktrees that its work is done in. */
export function TeamView() {
  const { t } = useTranslation('team');
  const { team, failure } = useTeam();
  const [chosen, setChosen] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const clearing = useAction();
  const bridge = useBridge();
  const boards = team?.boards ?? [];
  const board = boards.find(({ workspace }) => workspace === chosen) ?? busiest(boards);
  const { done, all } = progressOf(board?.tasks ?? []);
  const isEmpty = board && isBare(board) && !isAdding;
  return (
    <main className="view team">
      <header className="view-head">
        <h1>{t('title')}</h1>
        {all > 0 && <span className="quiet num">{t('progress', { done, count: all })}</span>}
        <span className="grow" />
        {board && boards.length > 1 && (
          <Select
            label={t('folder')}
            className="btn team-folder"
            value={board.workspace}
            options={boards.map(({ workspace }) => ({ value: workspace, label: workspace }))}
            onChange={setChosen}
          />
        )}
        {board && boards.length === 1 && (
          <span className="mono quiet cut-line team-path" title={board.workspace}>
            {board.workspace}
          </span>
        )}
        {board && done > 0 && (
          <button
            type="button"
            className="btn ghost"
            disabled={clearing.busy}
            onClick={() => void clearing.run(() => ask(bridge, 'team.clearTasks', board.workspace))}
          >
            {t('clear')}
          </button>
        )}
        {board && (
          <button type="button" className="btn" onClick={() => setIsAdding(true)}>
            <Icon name="plus" className="s14" />
            {t('add.button')}
          </button>
        )}
      </header>
      <div className="notes">
        <InlineError error={failure ?? clearing.error} onDismiss={clearing.clear} />
        {board && isAdding && <AddTask board={board} onDone={() => setIsAdding(false)} />}
      </div>
      {isEmpty && <EmptyTeam workspace={board.workspace} />}
      {board && !isEmpty && <Board board={board} />}
    </main>
  );
}

function Board({ board }: { board: TeamBoard }) {
  return (
    <div className="team-scroll">
      <BoardColumns board={board} />
      <WorktreeList board={board} />
      <EventList events={board.events} />
    </div>
  );
}

const isBare = ({ tasks, worktrees, events }: TeamBoard): boolean =>
  tasks.length + worktrees.length + events.length === 0;

/** The folder in force, unless only another one has anything to show. */
const busiest = (boards: readonly TeamBoard[]): TeamBoard | undefined =>
  boards.find((board) => !isBare(board)) ?? boards[0];
