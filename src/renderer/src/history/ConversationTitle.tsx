import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../shared/chat.ts';
import { ConversationMenu } from './ConversationMenu.tsx';
import { RenameField } from './RenameField.tsx';
import { useConversationActions } from './useConversationActions.ts';

type Props = {
  /** Undefined for one that has not begun. */
  readonly item: ConversationSummary | undefined;
  /** What stands at the right of it. */
  readonly children: ReactNode;
};

/** The head of the conversation on screen: its title, which can be changed, and its menu at the end. */
export function ConversationTitle({ item, children }: Props) {
  const { t } = useTranslation('chat');
  const { change } = useConversationActions();
  const [renaming, setRenaming] = useState<string>();
  const title = item?.title ?? '';
  return (
    <>
      {item && renaming === item.id ? (
        <RenameField
          title={title}
          onEnd={(next) => {
            setRenaming(undefined);
            if (next !== undefined) void change(item.id, { title: next });
          }}
        />
      ) : (
        <h1 className="cut-line" title={title === '' ? undefined : title}>
          {title === '' ? t('list.new') : title}
        </h1>
      )}
      <span className="grow" />
      {children}
      {item && <ConversationMenu item={item} onRename={() => setRenaming(item.id)} />}
    </>
  );
}
