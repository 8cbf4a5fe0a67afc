import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatItemOf } from '../../../shared/chat.ts';
import { EditMessage } from '../history/EditMessage.tsx';
import { ForkSwitch } from '../history/ForkSwitch.tsx';
import { useBranching } from '../history/useBranching.ts';
import { SentAttachments } from '../offers/SentAttachments.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useChats } from '../store/stores.ts';
import { formatTime } from '../ui/format.ts';
import { useFormat } from '../ui/useFormat.ts';
import { useFold } from './ConversationContext.ts';

/** Longer questions are cut until they are asked for: pasted files are long. */
const longest = 4000;

/** What the user asked, as typed. */
export function UserRow({ item }: { item: ChatItemOf<'user'> }) {
  const { t } = useTranslation(['chat', 'history']);
  const format = useFormat();
  const [open, toggle] = useFold(item.id);
  const cut = item.text.length > longest;
  const { edits } = useChats();
  // The row may have been out of sight meanwhile.
  const [editing, setEditing] = useState(edits.has(item.id));
  const endEditing = () => {
    edits.delete(item.id);
    setEditing(false);
  };
  const branching = useBranching();
  if (editing) {
    return (
      <article className="ask" aria-label={t('you')}>
        <div className="grow">
          <EditMessage itemId={item.id} text={item.text} onEnd={endEditing} />
          {item.attachments && <SentAttachments id={item.id} attachments={item.attachments} />}
        </div>
      </article>
    );
  }
  return (
    <article className="ask" aria-label={t('you')}>
      <div className="grow">
        <p>{cut && !open ? `${item.text.slice(0, longest)}…` : item.text}</p>
        {cut && (
          <button type="button" className="tree-more" aria-expanded={open} onClick={toggle}>
            {open ? t('fold.less') : t('fold.all', { count: item.text.length })}
          </button>
        )}
        {item.attachments && <SentAttachments id={item.id} attachments={item.attachments} />}
      </div>
      <ForkSwitch itemId={item.id} />
      <time dateTime={new Date(item.at).toISOString()} title={format.moment(item.at)}>
        {formatTime(item.at)}
      </time>
      {branching && (
        <button
          type="button"
          className="icon sm edit-ask"
          aria-label={t('history:edit.button')}
          title={t(branching.isIdle ? 'history:edit.button' : 'history:once-idle')}
          disabled={!branching.isIdle}
          onClick={() => setEditing(true)}
        >
          <Icon name="edit" className="s14" />
        </button>
      )}
    </article>
  );
}
