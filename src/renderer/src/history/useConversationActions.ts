import { useTranslation } from 'react-i18next';
import { toAppError } from '../../../shared/errors.ts';
import type { ConversationSummary } from '../../../shared/chat.ts';
import type { RequestInput } from '../../../shared/ipc.ts';
import { ask, useBridge } from '../api.ts';
import { useChats } from '../store/stores.ts';
import { copyText } from '../ui/copyText.ts';

type Patch = Omit<RequestInput<'chat.change'>, 'conversationId'>;

/** What is done with a conversation as a whole; how it went is said by HistoryToast. */
export function useConversationActions() {
  const bridge = useBridge();
  const { t } = useTranslation('history');
  const { current, toast } = useChats();
  const say = (text: string) => toast.setState({ kind: 'done', text }, true);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      toast.setState({ kind: 'failed', error: toAppError(thrown) }, true);
    }
  };
  return {
    change: (conversationId: string, patch: Patch) =>
      attempt(() => ask(bridge, 'chat.change', { conversationId, ...patch })),
    remove: ({ id, title }: ConversationSummary) =>
      attempt(async () => {
        await ask(bridge, 'chat.delete', id);
        const wasOpen = current.getState() === id;
        if (wasOpen) current.setState(undefined, true);
        toast.setState({ kind: 'deleted', id, title, wasOpen }, true);
      }),
    copyMarkdown: (id: string) =>
      attempt(async () => {
        if (copyText(await ask(bridge, 'chat.markdown', id))) say(t('copied'));
      }),
    /** One, or all. */
    exportTo: (format: 'markdown' | 'json', conversationId?: string) =>
      attempt(async () => {
        const of = conversationId === undefined ? {} : { conversationId };
        const path = await ask(bridge, 'chat.export', { ...of, format, title: t('export-title') });
        if (path !== null) say(t('exported', { path }));
      }),
    /** Opens it again, unless the person has gone to another one. */
    undoRemove: (id: string, wasOpen: boolean) =>
      attempt(async () => {
        toast.setState(undefined, true);
        await ask(bridge, 'chat.undoDelete', id);
        if (wasOpen && current.getState() === undefined) current.setState(id, true);
      }),
  };
}
