import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../shared/chat.ts';
import { Icon } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useConversationActions } from './useConversationActions.ts';
import { useConversationMenu } from './useConversationMenu.ts';

type Props = { readonly item: ConversationSummary; readonly onRename: () => void };

/** The commands for the conversation on screen. */
export function ConversationMenu({ item, onRename }: Props) {
  const { t } = useTranslation('history');
  const { remove } = useConversationActions();
  const items = useConversationMenu(item, { onRename, onRemove: () => void remove(item) });
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
