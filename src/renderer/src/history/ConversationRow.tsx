import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../shared/chat.ts';
import { useIsPressed, useKeyWords } from '../keys/useCommand.ts';
import { useQuestions } from '../store/stores.ts';
import { waitsIn } from '../store/waits.ts';
import { ContextMenu } from '../ui/ContextMenu.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { RenameField } from './RenameField.tsx';
import { useConversationActions } from './useConversationActions.ts';
import { useConversationMenu } from './useConversationMenu.ts';

type Props = {
  readonly item: ConversationSummary;
  readonly when: string;
  readonly current: boolean;
  readonly tabStop: boolean;
  readonly onOpen: (id: string) => void;
};

/** A conversation in the list: keys rename and delete it, its menu has the rest. */
export function ConversationRow({ item, when, current, tabStop, onOpen }: Props) {
  const { t } = useTranslation(['chat', 'history']);
  const [renaming, setRenaming] = useState(false);
  const isPressed = useIsPressed();
  const renameKeys = useKeyWords('chat.rename');
  const deleteKeys = useKeyWords('chat.delete');
  const actions = useConversationActions();
  const asked = useQuestions().some(({ conversationId }) => conversationId === item.id);
  const title = item.title === '' ? t('list.new') : item.title;
  /** The row goes; where it or its menu had the focus, the next one gets it. */
  const leave = async (work: () => Promise<void>) => {
    const next = neighbour(item.id);
    await work();
    const focused = document.activeElement;
    const row = entry(item.id)?.closest('.list-row');
    const isHere = row?.contains(focused) === true || focused?.closest('.popup') !== null;
    if (isHere || focused === document.body) next?.focus();
  };
  const remove = () => void leave(() => actions.remove(item));
  const menu = useConversationMenu(item, {
    onRename: () => setRenaming(true),
    onRemove: remove,
    onArchive: (change) => void leave(change),
  });
  if (renaming) {
    return (
      <RenameField
        title={item.title}
        onEnd={(next) => {
          setRenaming(false);
          if (next !== undefined) void actions.change(item.id, { title: next });
          requestAnimationFrame(() => entry(item.id)?.focus());
        }}
      />
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isPressed('chat.rename', event.nativeEvent)) setRenaming(true);
    else if (isPressed('chat.delete', event.nativeEvent)) remove();
    else return;
    event.preventDefault();
  };
  const activity = asked || waitsIn(item) > 0 ? 'waiting' : item.activity;
  return (
    <ContextMenu className="list-row" items={menu}>
      <button
        type="button"
        className="list-item"
        data-conversation={item.id}
        title={title}
        aria-current={current ? 'true' : undefined}
        aria-keyshortcuts={`${renameKeys.aria} ${deleteKeys.aria}`}
        tabIndex={tabStop ? 0 : -1}
        onClick={() => onOpen(item.id)}
        onKeyDown={onKeyDown}
      >
        <span className="grow cut-line">{title}</span>
        {activity === 'waiting' && <span className="when you">{t('list.waits')}</span>}
        {activity === 'running' && (
          <>
            <Icon name="st-starting" className="s14 st-starting" />
            <span className="sr">{t('list.running')}</span>
          </>
        )}
        {activity === 'idle' && <span className="when">{when}</span>}
      </button>
      <Menu
        trigger={
          <button
            type="button"
            className="icon sm row-more"
            tabIndex={tabStop ? 0 : -1}
            aria-label={t('history:more', { title })}
          >
            <Icon name="more" />
          </button>
        }
        items={menu}
      />
    </ContextMenu>
  );
}

const entry = (id: string) =>
  document.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(id)}"]`);

/** Where the focus goes when this one is gone. */
function neighbour(id: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('.list-item')];
  const at = all.findIndex((one) => one.dataset['conversation'] === id);
  return all[at + 1] ?? all[at - 1];
}
