import { useTranslation } from 'react-i18next';
import { lead } from '../../../shared/team.ts';
import type { TaskState } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import { useGo } from '../store/stores.ts';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useFormat } from '../ui/useFormat.ts';
import type { CardTask } from './columns.ts';

const looks: Record<TaskState, { readonly icon: IconName; readonly tone: string }> = {
  pending: { icon: 'st-todo', tone: 'quiet' },
  in_progress: { icon: 'play', tone: 'team-doing' },
  completed: { icon: 'st-ok', tone: 'st-ok' },
};

export function TaskCard({ task, workspace }: { task: CardTask; workspace: string }) {
  const { t } = useTranslation('team');
  const { list } = useFormat();
  const bridge = useBridge();
  const { busy, error, run, clear } = useAction();
  const { id, subject, description, state, waitsFor, worktree } = task;
  const isBlocked = state === 'pending' && waitsFor.length > 0;
  const { icon, tone } = isBlocked ? ({ icon: 'pause', tone: 'quiet' } as const) : looks[state];
  return (
    <article className={`team-card ${state}`} aria-label={`${id} ${subject}`}>
      <h3>
        <Icon name={icon} className={`st ${tone}`} />
        <span className="grow">{subject}</span>
        {state === 'in_progress' && (
          <button
            type="button"
            className="icon sm"
            title={t('release.title')}
            aria-label={t('release.label', { id })}
            disabled={busy}
            onClick={() => void run(() => ask(bridge, 'team.releaseTask', { workspace, id }))}
          >
            <Icon name="restart" className="s14" />
          </button>
        )}
      </h3>
      {isBlocked && (
        <p className="team-waits" title={list(waitsFor.map((one) => one.id))}>
          {t('waits', { subjects: list(waitsFor.map((one) => one.subject)) })}
        </p>
      )}
      {description !== '' && (
        <details>
          <summary>{t('description')}</summary>
          <p>{description}</p>
        </details>
      )}
      <p className="team-facts">
        <span className="mono">{id}</span>
        <Owner task={task} />
        {worktree !== undefined && (
          <span className="tag mono" title={t('worktree.of', { name: worktree })}>
            <Icon name="branch" className="s14" />
            <span className="cut-line">{worktree}</span>
          </span>
        )}
        <span className="grow" />
        <TaskTime task={task} />
      </p>
      <InlineError error={error} onDismiss={clear} />
    </article>
  );
}

/** Who works on it, and the way to the chat where that can be watched. */
function Owner({ task: { owner, conversationId } }: { task: CardTask }) {
  const { t } = useTranslation('team');
  const go = useGo();
  if (owner === undefined) return null;
  const name = owner === lead ? t('lead') : owner;
  if (conversationId === undefined) return <span className="badge">{name}</span>;
  return (
    <button
      type="button"
      className="badge"
      title={t('open-chat')}
      aria-label={t('open-chat-of', { name })}
      onClick={() =>
        go(
          owner === lead
            ? { view: 'chat', conversationId }
            : { view: 'team', teammate: conversationId },
        )
      }
    >
      {name}
    </button>
  );
}

/** When it was claimed, and for a completed one how long it took. */
function TaskTime({ task: { state, claimedAt, completedAt } }: { task: CardTask }) {
  const { t } = useTranslation('team');
  const format = useFormat();
  if (claimedAt === undefined) return null;
  if (state === 'completed' && completedAt !== undefined) {
    return (
      <span className="num" title={format.moment(completedAt)}>
        {format.duration(completedAt - claimedAt)}
      </span>
    );
  }
  return (
    <span className="num" title={format.moment(claimedAt)}>
      {t('since', { time: formatTime(claimedAt) })}
    </span>
  );
}
