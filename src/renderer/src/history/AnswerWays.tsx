import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import { useBranching } from './useBranching.ts';

/** Asks again for an answer, or goes on from it in a conversation of its own. */
export function AnswerWays({ itemId }: { itemId: string }) {
  const { t } = useTranslation('history');
  const branching = useBranching();
  if (!branching) return null;
  return (
    <>
      <button
        type="button"
        className="icon sm"
        aria-label={t('regenerate')}
        title={t(branching.isIdle ? 'regenerate' : 'once-idle')}
        disabled={!branching.isIdle}
        onClick={() => void branching.regenerate(itemId)}
      >
        <Icon name="restart" className="s14" />
      </button>
      <button
        type="button"
        className="icon sm"
        aria-label={t('branch')}
        title={t('branch')}
        onClick={() => void branching.branch(itemId)}
      >
        <Icon name="branch" className="s14" />
      </button>
    </>
  );
}
