import './agents.css';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolCallState } from '../../../shared/chat.ts';
import { AgentConversation } from '../chat/AgentConversation.tsx';
import { useConversation, useFold } from '../chat/ConversationContext.ts';
import { RowView } from '../chat/RowView.tsx';
import type { ConversationStore } from '../store/conversation.ts';
import type { Row } from '../store/rows.ts';
import { useChats, useConversationHead } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useWaitingAgents } from './useWaitingAgents.ts';

const unfinished: ReadonlySet<ToolCallState> = new Set(['waiting', 'running']);
/** So many rows are shown before all are asked for. */
const lastFew = 6;

/** What a sub-agent does and asks, within the card of the call that started it. */
export function AgentBody({ id }: { id: string }) {
  const { store } = useConversation();
  const [first] = useWaitingAgents(store.id);
  const ownWaits = useConversationHead(store)?.waiting !== undefined;
  // The keys are for one question at a time.
  return (
    <AgentConversation id={id} isAside={ownWaits || first !== id}>
      <AgentRows />
    </AgentConversation>
  );
}

function AgentRows() {
  const { t } = useTranslation('agents');
  const chats = useChats();
  const { store } = useConversation();
  const rows = useSyncExternalStore(store.subscribe, store.rows);
  const head = useConversationHead(store);
  const [all, toggle] = useFold('rows');
  const shown = all ? rows : lastRows(rows, store);
  return (
    <div className="agent-rows" role="group" aria-label={t('rows')}>
      {head?.status === 'failed' && (
        <InlineError error={head.error} retry={() => chats.reload(store.id)} />
      )}
      {(all || shown.length < rows.length) && (
        <button type="button" className="agent-all" aria-expanded={all} onClick={toggle}>
          <Icon name="chev-r" className={`s14 ${all ? 'turned' : ''}`} />
          {all ? t('less') : t('all', { count: rows.length })}
        </button>
      )}
      {shown.map((row) => (
        <RowView key={row.key} row={row} isJumped={false} />
      ))}
    </div>
  );
}

/** The last few, and whatever is under way or waits; what was asked of the agent is not among them. */
function lastRows(rows: readonly Row[], store: ConversationStore): readonly Row[] {
  return rows.filter(({ itemId, kind }, index) => {
    if (kind === 'user') return false;
    const item = store.item(itemId);
    const isOpen = item?.kind === 'tool' && unfinished.has(item.call.state);
    return isOpen || index >= rows.length - lastFew;
  });
}
