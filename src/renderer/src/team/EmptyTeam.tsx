import { useTranslation } from 'react-i18next';
import { useChats, useGo } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';

/** What the board is for, and how work gets onto it. */
export function EmptyTeam({ workspace }: { workspace: string }) {
  const { t } = useTranslation('team');
  const go = useGo();
  const { drafts } = useChats();
  const prompts = [t('empty.try.plan'), t('empty.try.worktree')];
  const write = (prompt: string): void => {
    drafts.change('', { text: prompt });
    go({ view: 'chat', conversationId: null });
  };
  return (
    <div className="start">
      <div className="start-in">
        <h2 className="team-empty-title">{t('empty.title')}</h2>
        <p className="lead">{t('empty.lead')}</p>
        <h2>{t('empty.try.title')}</h2>
        <ul className="tries">
          {prompts.map((prompt) => (
            <li key={prompt}>
              <button type="button" onClick={() => write(prompt)}>
                <span className="grow">{prompt}</span>
                <Icon name="chev-r" className="s14" />
              </button>
            </li>
          ))}
        </ul>
        <h2>{t('empty.how.title')}</h2>
        <ul className="team-how">
          <li>{t('empty.how.tasks')}</li>
          <li>{t('empty.how.worktrees')}</li>
          <li>{t('empty.how.folder', { folder: workspace })}</li>
        </ul>
      </div>
    </div>
  );
}
