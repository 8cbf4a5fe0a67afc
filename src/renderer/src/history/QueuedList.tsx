import { useTranslation } from 'react-i18next';
import type { ChatItemOf } from '../../../shared/chat.ts';
import { ask, useBridge } from '../api.ts';
import { useChats, useConversationHead } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

type Props = {
  readonly conversationId: string;
  /** Puts a message that was taken out where messages are written. */
  readonly onEdit: (item: ChatItemOf<'user'>) => void;
};

/** What was sent while an answer is written, until the model is given it. */
export function QueuedList({ conversationId, onEdit }: Props) {
  const { t } = useTranslation(['history', 'attach']);
  const bridge = useBridge();
  const head = useConversationHead(useChats().open(conversationId));
  const action = useAction();
  const queue = head?.queue ?? [];
  if (queue.length === 0) return null;
  const isHeld = head?.activity === 'idle';
  const take = (itemId: string) => ask(bridge, 'chat.unqueue', { conversationId, itemId });
  const edit = (itemId: string) =>
    action.run(async () => {
      const item = await take(itemId);
      if (item) onEdit(item);
    });
  return (
    <div className="queued">
      <InlineError error={action.error} onDismiss={action.clear} />
      <ul aria-label={t('queue.label')}>
        {queue.map(({ id, text, attachments = [] }) => (
          <li key={id}>
            <button
              type="button"
              className="grow cut-line"
              aria-label={t('queue.edit', { text })}
              onClick={() => void edit(id)}
            >
              {text}
            </button>
            {attachments.length > 0 && (
              <span className="quiet">{t('attach:count', { count: attachments.length })}</span>
            )}
            <span className="quiet">{t(isHeld ? 'queue.held' : 'queue.next')}</span>
            <button
              type="button"
              className="icon sm"
              aria-label={t('queue.remove', { text })}
              onClick={() => void action.run(() => take(id))}
            >
              <Icon name="x" className="s14" />
            </button>
          </li>
        ))}
      </ul>
      {isHeld && (
        <button
          type="button"
          className="btn sm"
          onClick={() => void action.run(() => ask(bridge, 'chat.sendQueued', conversationId))}
        >
          {t('queue.send')}
        </button>
      )}
    </div>
  );
}
