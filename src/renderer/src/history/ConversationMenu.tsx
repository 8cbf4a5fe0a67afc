import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../shared/chat.ts';
import { useCommand, useOffer } from '../keys/useCommand.ts';
import { Icon } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useConversationActions } from './useConversationActions.ts';
import { useConversationMenu } from './useConversationMenu.ts';

type Props = { readonly item: ConversationSummary; readonly onRename: () => void };

/** The commands for the conversation on screen, in a menu and in the palette. */
export function ConversationMenu({ item, onRename }: Props) {
  const { t } = useTranslation('history');
  const { change, copyMarkdown, exportTo, remove } = useConversationActions();
  const onRemove = () => void remove(item);
  const items = useConversationMenu(item, { onRename, onRemove });
  const { id, isPinned = false, isArchived = false } = item;
  useCommand('chat.rename', onRename);
  useCommand('chat.pin', () => void change(id, { isPinned: !isPinned }));
  useCommand('chat.archive', () => void change(id, { isArchived: !isArchived }));
  useCommand('chat.copy', () => void copyMarkdown(id));
  useCommand('chat.export', () => void exportTo('markdown', id));
  // By its key in the list alone: undone or not, nobody wants it by a slip anywhere in the chat.
  useOffer('chat.delete', onRemove);
  return (
    <Menu
      trigger={
        <button type="button" className="icon" aria-label={t('more-here')} title={t('more-here')}>
          <Icon name="more" />
        </button>
      }
      items={items}
    />
  );
}
