import './team.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TeamBoard, TeamOfChat } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import { useShortcut } from '../keys/useShortcut.ts';
import { useGo, usePlace } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { Select } from '../ui/Select.tsx';
import { useAction } from '../ui/useAction.ts';
import { AddTask } from './AddTask.tsx';
import { BoardColumns } from './BoardColumns.tsx';
import { EmptyTeam } from './EmptyTeam.tsx';
import { EventList } from './EventList.tsx';
import { MailList } from './MailList.tsx';
import { TeamSection } from './TeamSection.tsx';
import { TeammatePanel } from './TeammatePanel.tsx';
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
  const teams = (team?.teams ?? []).filter(({ workspace }) => workspace === board?.workspace);
  const isEmpty = board && isBare(board) && teams.length === 0 && !isAdding;
  const place = usePlace();
  const go = useGo();
  const asked = place.view === 'team' ? place.teammate : undefined;
  const open = teams.flatMap(({ teammates }) => teammates).find(({ id }) => id === asked);
  const close = (): void => go({ view: 'team' });
  useShortcut('Escape', close, { enabled: open !== undefined });
  return (
    <main className={open ? 'view team with-panel' : 'view team'}>
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
      {board && !isEmpty && (
        <div className="team-split">
          <Board board={board} teams={teams} selected={open?.id} />
          {open && <TeammatePanel key={open.id} teammate={open} onClose={close} />}
        </div>
      )}
    </main>
  );
}

type BoardProps = {
  readonly board: TeamBoard;
  readonly teams: readonly TeamOfChat[];
  /** The teammate whose conversation is open. */
  readonly selected: string | undefined;
};

function Board({ board, teams, selected }: BoardProps) {
  const go = useGo();
  const [chosen, setChosen] = useState<string>();
  const ofSelected = teams.find(({ teammates }) => teammates.some(({ id }) => id === selected));
  const team = teams.find(({ id }) => id === chosen) ?? ofSelected ?? teams[0];
  const toggle = (id: string): void =>
    go(id === selected ? { view: 'team' } : { view: 'team', teammate: id });
  return (
    <div className="team-scroll">
      {team && (
        <TeamSection
          teams={teams}
          team={team}
          onChoose={setChosen}
          tasks={board.tasks}
          selected={selected}
          onOpen={toggle}
        />
      )}
      <BoardColumns board={board} />
      {team && <MailList mail={team.mail} />}
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
