import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { undoDeleteMs } from '../../../shared/chatRequests.ts';
import { useCommand, useKeyWords } from '../keys/useCommand.ts';
import { useChats } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useConversationActions } from './useConversationActions.ts';

/** Says for a while what became of a conversation, and takes a deletion back. */
export function HistoryToast() {
  const { t } = useTranslation(['history', 'common', 'chat']);
  const { toast: store } = useChats();
  const toast = useStore(store);
  const { undoRemove } = useConversationActions();
  const close = () => store.setState(undefined, true);
  useEffect(() => {
    if (!toast || toast.kind === 'failed') return;
    const timer = setTimeout(() => store.setState(undefined, true), undoDeleteMs - 500);
    return () => clearTimeout(timer);
  }, [toast, store]);
  const undo = () => {
    if (toast?.kind === 'deleted') void undoRemove(toast.id, toast.wasOpen);
  };
  useCommand('chat.undo', undo, toast?.kind === 'deleted');
  const keys = useKeyWords('chat.undo');
  return (
    <div className="toast-place" role="status">
      {toast?.kind === 'failed' && <InlineError error={toast.error} onDismiss={close} />}
      {toast?.kind === 'done' && (
        <div className="toast">
          <p>{toast.text}</p>
          <CloseButton label={t('common:dismiss')} onClick={close} />
        </div>
      )}
      {toast?.kind === 'deleted' && (
        <div className="toast">
          <p>{t('deleted', { title: toast.title === '' ? t('chat:list.new') : toast.title })}</p>
          <button type="button" className="btn sm" aria-keyshortcuts={keys.aria} onClick={undo}>
            {t('undo')}
            <kbd>{keys.words}</kbd>
          </button>
          <CloseButton label={t('common:dismiss')} onClick={close} />
        </div>
      )}
    </div>
  );
}

function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="icon sm" aria-label={label} onClick={onClick}>
      <Icon name="x" className="s14" />
    </button>
  );
}
