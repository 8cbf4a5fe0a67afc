import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostAttachedBytes } from '../../../shared/attachLimits.ts';
import type { ChatItemOf } from '../../../shared/chat.ts';
import type { Attachment, ReadAttachment } from '../../../shared/resource.ts';
import { useFileDrop } from '../adding/useFileDrop.ts';
import { BackgroundChip } from '../agents/BackgroundChip.tsx';
import { ask, useBridge } from '../api.ts';
import { useSeen } from '../channels/useSeen.ts';
import {
  useChats,
  useConversationHead,
  useConversations,
  useServers,
  useSettings,
} from '../store/stores.ts';
import { Announcer } from '../heard/Announcer.tsx';
import { ConversationTitle } from '../history/ConversationTitle.tsx';
import { ModelPicker } from '../history/ModelPicker.tsx';
import { useConversationActions } from '../history/useConversationActions.ts';
import { sendable } from '../offers/draftAttachments.ts';
import { QuestionDock } from '../questions/QuestionDock.tsx';
import { useOthersWork } from '../team/useOthersWork.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { WorkspaceButton } from '../workspace/WorkspaceButton.tsx';
import { AgentPrompts } from './AgentPrompts.tsx';
import { Composer } from './Composer.tsx';
import { ConversationContext, createFolds } from './ConversationContext.ts';
import type { OpenConversation } from './ConversationContext.ts';
import { MessageList } from './MessageList.tsx';
import { ModeBanner } from './ModeBanner.tsx';
import { StartPage } from './StartPage.tsx';

type Props = {
  readonly id: string | undefined;
  readonly listOpen: boolean;
  readonly onToggleList: () => void;
};

/** One conversation, or the beginning of one. */
export function Talk({ id, listOpen, onToggleList }: Props) {
  const { t } = useTranslation('chat');
  const bridge = useBridge();
  const chats = useChats();
  useSeen(id);
  const store = id === undefined ? undefined : chats.open(id);
  const head = useConversationHead(store);
  const summary = useConversations()?.find((one) => one.id === id);
  const usual = useSettings()?.workspace;
  /** Of the conversation that begins here; undefined is the usual one. */
  const [chosen, setChosen] = useState<string | null>();
  const usualFolder = usual?.source === 'default' ? undefined : usual?.value;
  const first = chosen === undefined ? usualFolder : (chosen ?? undefined);
  const chooseFolder = async (workspace: string | null) => {
    if (id === undefined) setChosen(workspace);
    else await ask(bridge, 'chat.setWorkspace', { conversationId: id, workspace });
  };
  const [chosenModel, setChosenModel] = useState<string | null>(null);
  const actions = useConversationActions();
  const model = id === undefined ? (chosenModel ?? undefined) : summary?.model;
  const chooseModel = (model: string | null) => {
    if (id === undefined) setChosenModel(model);
    else void actions.change(id, { model });
  };
  const othersWork = useOthersWork(id);
  const takeFiles = useRef<(files: readonly File[]) => void>(null);
  const drop = useFileDrop((files) => takeFiles.current?.(files));

  const send = async (text: string, attachments: readonly Attachment[] = []) => {
    if (id !== undefined && text.trim() === '/compact') return ask(bridge, 'chat.compact', id);
    const conversationId = await ask(bridge, 'chat.send', {
      ...(id === undefined ? {} : { conversationId: id }),
      ...(id === undefined && chosen !== undefined && { workspace: chosen }),
      ...(id === undefined && chosenModel !== null && { model: chosenModel }),
      text,
      ...attached(attachments),
    });
    setChosen(undefined);
    setChosenModel(null);
    // The user may have gone elsewhere meanwhile.
    if (id === undefined && chats.current.getState() === undefined) {
      chats.current.setState(conversationId, true);
    }
  };
  const stop = async () => {
    if (id === undefined) return;
    await ask(bridge, 'chat.stop', id);
    chats.catchUp(id);
  };
  const open = useMemo<OpenConversation | undefined>(() => {
    if (!store) return undefined;
    const resend = async () => {
      const last = lastQuestion(store);
      if (last === undefined) return;
      const { text, attachments = [] } = last;
      const again = { conversationId: store.id, text, ...attached(attachments) };
      await ask(bridge, 'chat.send', again);
    };
    return { store, folds: createFolds(), resend };
  }, [store, bridge]);

  return (
    <section className="talk" aria-label={t('conversation')} {...drop.target}>
      <header className="view-head">
        <button
          type="button"
          className="icon sm open-list"
          aria-label={t(listOpen ? 'list.hide' : 'list.show')}
          aria-expanded={listOpen}
          onClick={onToggleList}
        >
          <Icon name="panel" />
        </button>
        <ConversationTitle item={summary}>
          {store && <BackgroundChip store={store} />}
          <WorkspaceButton
            folder={id === undefined ? first : summary?.workspace}
            isFixed={(head?.activity ?? 'idle') !== 'idle'}
            onChoose={chooseFolder}
          />
          <ToolCount />
        </ConversationTitle>
      </header>
      {open ? (
        <ConversationContext value={open}>
          {head?.status === 'failed' && (
            <div className="flow-error">
              <InlineError error={head.error} retry={() => chats.reload(open.store.id)} />
            </div>
          )}
          <h2 className="sr">{t('messages')}</h2>
          <MessageList key={open.store.id} store={open.store} />
          <Announcer key={`heard ${open.store.id}`} store={open.store} />
        </ConversationContext>
      ) : (
        <StartPage send={send} />
      )}
      <ModeBanner />
      <QuestionDock />
      {id !== undefined && <AgentPrompts parent={id} />}
      <Composer
        key={id ?? ''}
        draftOf={id ?? ''}
        takeFiles={takeFiles}
        activity={head?.activity ?? 'idle'}
        othersWork={othersWork}
        send={send}
        stop={stop}
        model={model}
        modelPicker={<ModelPicker model={model} onChoose={chooseModel} />}
      />
      {drop.isOver && <DropHere />}
    </section>
  );
}

function attached(attachments: readonly ReadAttachment[]): { attachments?: Attachment[] } {
  const all = sendable(attachments);
  return all.length === 0 ? {} : { attachments: [...all] };
}

function DropHere() {
  const { t } = useTranslation('attach');
  return (
    <div className="drop-here">
      <b>{t('drop.title')}</b>
      <p>{t('drop.hint', { limit: mostAttachedBytes / 1_000_000 })}</p>
    </div>
  );
}

function lastQuestion(store: OpenConversation['store']): ChatItemOf<'user'> | undefined {
  const questions = store.rows().filter(({ kind }) => kind === 'user');
  const item = store.item(questions.at(-1)?.itemId ?? '');
  return item?.kind === 'user' ? item : undefined;
}

/** How many tools the connected servers offer. */
function ToolCount() {
  const { t } = useTranslation('chat');
  const servers = useServers();
  if (!servers) return null;
  const connected = servers.filter(({ state }) => state.kind === 'connected');
  const count = connected.reduce((sum, { toolCount }) => sum + toolCount, 0);
  return (
    <span className="tool-count" title={t('tools-title', { count: connected.length })}>
      <Icon name="wrench" className="s14" />
      {t('tools', { count })}
    </span>
  );
}
