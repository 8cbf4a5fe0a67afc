import { useTranslation } from 'react-i18next';
import type { WorktreeEvent } from '../../../shared/team.ts';
import { formatTime } from '../ui/format.ts';
import { useFormat } from '../ui/useFormat.ts';

/** What became of worktrees, the latest first. */
export function EventList({ events }: { events: readonly WorktreeEvent[] }) {
  const { t } = useTranslation('team');
  const format = useFormat();
  if (events.length === 0) return null;
  return (
    <section className="team-section" aria-label={t('event.title')}>
      <h2>{t('event.title')}</h2>
      <ol className="team-events">
        {events.map(({ seq, at, kind, worktree, taskId, discarded }) => (
          <li key={seq}>
            <time className="num quiet" title={format.moment(at)}>
              {formatTime(at)}
            </time>
            <span>{t(discarded ? 'event.discarded' : `event.${kind}`, { name: worktree })}</span>
            {taskId !== undefined && <span className="mono quiet">{taskId}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
