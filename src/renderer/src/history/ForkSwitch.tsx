import { useTranslation } from 'react-i18next';
import { useConversation } from '../chat/ConversationContext.ts';
import { useConversationHead } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { useBranching } from './useBranching.ts';

/** Goes through the ways on from here; nothing where there is one only. */
export function ForkSwitch({ itemId }: { itemId: string }) {
  const { t } = useTranslation('history');
  const { store } = useConversation();
  const fork = useConversationHead(store)?.forks.get(itemId);
  const branching = useBranching();
  if (!fork || !branching) return null;
  const { at, of } = fork;
  const step = (to: number, label: string, turned: string) => (
    <button
      type="button"
      className="icon sm"
      aria-label={label}
      title={branching.isIdle ? label : t('once-idle')}
      disabled={to < 1 || to > of || !branching.isIdle}
      onClick={() => void branching.switchTo(itemId, to)}
    >
      <Icon name="chev-r" className={`s14 ${turned}`} />
    </button>
  );
  return (
    <span className="fork" role="group" aria-label={t('ways.label')}>
      {step(at - 1, t('ways.previous'), 'flipped')}
      <span className="num">{t('ways.at', { at, of })}</span>
      {step(at + 1, t('ways.next'), '')}
    </span>
  );
}
