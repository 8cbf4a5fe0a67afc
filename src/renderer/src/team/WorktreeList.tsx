import { useTranslation } from 'react-i18next';
import type { TeamBoard, Worktree } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

/** The places beside the folder's own files that work is done in. */
export function WorktreeList({ board }: { board: TeamBoard }) {
  const { t } = useTranslation('team');
  const { worktrees, tasks, workspace } = board;
  const subjectOf = (id: string | undefined) => tasks.find((task) => task.id === id)?.subject ?? id;
  return (
    <section className="team-section" aria-label={t('worktree.title')}>
      <h2>{t('worktree.title')}</h2>
      {worktrees.length === 0 && <p className="quiet">{t('worktree.none')}</p>}
      {worktrees.length > 0 && (
        <ul className="team-rows">
          {worktrees.map((worktree) => (
            <WorktreeRow
              key={worktree.name}
              worktree={worktree}
              workspace={workspace}
              subject={subjectOf(worktree.taskId)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = {
  readonly worktree: Worktree;
  readonly workspace: string;
  readonly subject: string | undefined;
};

function WorktreeRow({ worktree: { name, branch, path, kept }, workspace, subject }: RowProps) {
  const { t } = useTranslation('team');
  const bridge = useBridge();
  const { busy, error, run, clear } = useAction();
  const ref = { workspace, name };
  const remove = (discard: boolean) =>
    void run(() => ask(bridge, 'team.removeWorktree', { ...ref, discard }));
  const isUnsaved = error?.code === 'team/worktree-unsaved';
  return (
    <li aria-label={name}>
      <div className="team-row">
        <Icon name="branch" className="quiet" />
        <span className="mono" title={path}>
          {branch}
        </span>
        <span className="cut-line mid grow">{subject}</span>
        {kept && <span className="tag">{t('worktree.kept')}</span>}
        <button
          type="button"
          className="btn ghost sm"
          aria-label={t('worktree.open-of', { name })}
          onClick={() => void run(() => ask(bridge, 'team.openWorktree', ref))}
        >
          {t('worktree.open')}
        </button>
        {!kept && (
          <button
            type="button"
            className="btn ghost sm"
            aria-label={t('worktree.keep-of', { name })}
            disabled={busy}
            onClick={() => void run(() => ask(bridge, 'team.keepWorktree', ref))}
          >
            {t('worktree.keep')}
          </button>
        )}
        <button
          type="button"
          className="btn ghost sm"
          aria-label={t('worktree.remove-of', { name })}
          disabled={busy}
          onClick={() => remove(false)}
        >
          {t('worktree.remove')}
        </button>
      </div>
      <InlineError error={error} onDismiss={clear} />
      {isUnsaved && (
        <p className="team-discard">
          <button type="button" className="btn sm st-failed" onClick={() => remove(true)}>
            {t('worktree.discard')}
          </button>
          <span className="quiet">{t('worktree.for-good')}</span>
        </p>
      )}
    </li>
  );
}
