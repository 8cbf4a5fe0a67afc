import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../shared/chat.ts';
import { useKeyWords } from '../keys/useCommand.ts';
import type { MenuItem } from '../ui/Menu.tsx';
import { useConversationActions } from './useConversationActions.ts';

type Handlers = {
  readonly onRename: () => void;
  readonly onRemove: () => void;
  /** Instead of the change alone, where the conversation leaves a list. */
  readonly onArchive?: (change: () => Promise<void>) => void;
};

/** The commands for a conversation, wherever its menu stands. */
export function useConversationMenu(
  item: ConversationSummary,
  { onRename, onRemove, onArchive = (change) => void change() }: Handlers,
): readonly MenuItem[] {
  const { t } = useTranslation('history');
  const { change, copyMarkdown, exportTo } = useConversationActions();
  const renameKeys = useKeyWords('chat.rename');
  const deleteKeys = useKeyWords('chat.delete');
  const { id, isPinned = false, isArchived = false } = item;
  return [
    { label: t('rename'), icon: 'edit', keys: renameKeys.words, onSelect: onRename },
    {
      label: t(isPinned ? 'unpin' : 'pin'),
      icon: 'pin',
      onSelect: () => void change(id, { isPinned: !isPinned }),
    },
    {
      label: t(isArchived ? 'unarchive' : 'archive'),
      icon: 'archive',
      onSelect: () => onArchive(() => change(id, { isArchived: !isArchived })),
    },
    { label: t('copy-markdown'), icon: 'copy', onSelect: () => void copyMarkdown(id) },
    {
      label: t('export-markdown'),
      icon: 'export',
      onSelect: () => void exportTo('markdown', id),
    },
    { label: t('export-json'), icon: 'export', onSelect: () => void exportTo('json', id) },
    { label: t('delete'), icon: 'trash', keys: deleteKeys.words, danger: true, onSelect: onRemove },
  ];
}
