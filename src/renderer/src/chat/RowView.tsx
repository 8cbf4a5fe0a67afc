import { memo } from 'react';
import type { ReactNode } from 'react';
import type { Row } from '../store/rows.ts';
import { ChannelRow } from '../channels/ChannelRow.tsx';
import { CompactionRow } from '../context/CompactionRow.tsx';
import { ItemQuestions } from '../questions/ItemQuestions.tsx';
import { MailRow } from '../team/MailRow.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { AnswerBlock } from './AnswerBlock.tsx';
import { AnswerFoot } from './AnswerFoot.tsx';
import { useConversation, useItem } from './ConversationContext.ts';
import { NoticeRow } from './NoticeRow.tsx';
import { PermissionCard } from './PermissionCard.tsx';
import { ThinkingRow } from './ThinkingRow.tsx';
import { ToolCard } from './ToolCard.tsx';
import { UserRow } from './UserRow.tsx';

type Props = {
  readonly row: Row;
  /** Somebody has just come here from what was searched for. */
  readonly isJumped: boolean;
};

/** A row of the message list. It renders again only when its own item or block changes. */
export const RowView = memo(function RowView({ row, isJumped }: Props) {
  return (
    <div className={`row gap-${row.gap} ${isJumped ? 'jumped' : ''}`}>
      <ErrorBoundary>
        {row.kind === 'text' ? (
          <>
            <AnswerBlock itemId={row.itemId} index={row.block} />
            {row.endsAnswer === true && <AnswerFoot itemId={row.itemId} />}
          </>
        ) : (
          <ItemRow id={row.itemId} />
        )}
      </ErrorBoundary>
    </div>
  );
});

function ItemRow({ id }: { id: string }): ReactNode {
  const item = useItem(id);
  const { store } = useConversation();
  switch (item?.kind) {
    case 'user':
      return <UserRow item={item} />;
    case 'channel':
      return <ChannelRow item={item} />;
    case 'mail':
      return <MailRow item={item} />;
    case 'thinking':
      return <ThinkingRow item={item} />;
    case 'tool': {
      const { prompt, state } = item.call;
      return prompt && state === 'waiting' ? (
        <PermissionCard id={id} call={item.call} prompt={prompt} />
      ) : (
        <>
          <ToolCard id={id} call={item.call} />
          <ItemQuestions conversationId={store.id} itemId={id} />
        </>
      );
    }
    case 'background':
      return <ToolCard id={id} call={item.call} isEnd />;
    case 'compaction':
      return <CompactionRow item={item} />;
    case 'notice':
      return <NoticeRow item={item} />;
    case 'text':
    case undefined:
    default:
      return null;
  }
}
