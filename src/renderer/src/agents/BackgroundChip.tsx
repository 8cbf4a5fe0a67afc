import './agents.css';
import { useTranslation } from 'react-i18next';
import type { ConversationStore } from '../store/conversation.ts';
import { useChats, useConversations } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';

/** How many calls of the chat go on in the background; leads to the first of them. */
export function BackgroundChip({ store }: { store: ConversationStore }) {
  const { t } = useTranslation('agents');
  const { jump } = useChats();
  const count = useConversations()?.find(({ id }) => id === store.id)?.background ?? 0;
  if (count === 0) return null;
  const show = () => {
    const first = store.rows().find(({ itemId }) => runsBehind(store, itemId));
    if (first) jump.setState({ id: store.id, itemId: first.itemId }, true);
  };
  return (
    <button
      type="button"
      className="btn sm background-chip"
      title={t('background.show')}
      onClick={show}
    >
      <Icon name="layers" className="s14" />
      {t('background.count', { count })}
    </button>
  );
}

function runsBehind(store: ConversationStore, itemId: string): boolean {
  const item = store.item(itemId);
  return (
    item?.kind === 'tool' && item.call.background !== undefined && item.call.state === 'running'
  );
}
