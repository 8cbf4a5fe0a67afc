import { useSyncExternalStore } from 'react';
import type { ConversationStore } from '../store/conversation.ts';
import { formatTime } from '../ui/format.ts';

type Props = { readonly store: ConversationStore; readonly id: string };

/** The turn's question, kept in sight on one line. Screen readers find the real one in the list. */
export function StuckQuestion({ store, id }: Props) {
  const item = useSyncExternalStore(store.subscribe, () => store.item(id));
  if (item?.kind !== 'user') return null;
  return (
    <div className="ask stuck" aria-hidden="true">
      <p className="grow cut-line">{item.text.slice(0, 300)}</p>
      <time>{formatTime(item.at)}</time>
    </div>
  );
}
