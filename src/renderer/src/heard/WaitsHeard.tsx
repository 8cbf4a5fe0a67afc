import { useTranslation } from 'react-i18next';
import { useOwnQuestion, usePromptWhy, useToolTitle } from '../chat/usePromptWords.ts';
import type { ConversationStore } from '../store/conversation.ts';
import { useChats, useConversationHead, useConversations, useQuestions } from '../store/stores.ts';

/**
 * What a screen reader hears at once, wherever it is in the app: each permission prompt with its
 * tool, its server and why it is asked, whoever asks; and each question of a server.
 */
export function WaitsHeard() {
  const { t } = useTranslation(['questions', 'teammates']);
  const chats = useChats();
  const waiting = (useConversations() ?? []).flatMap(({ id, activity, agents }) => [
    ...(activity === 'waiting' ? [{ id, who: '' }] : []),
    ...agents
      .filter((agent) => agent.activity === 'waiting')
      .map((agent) => ({
        id: agent.id,
        who: 'name' in agent.role ? t('teammates:prompt.teammate', { name: agent.role.name }) : '',
      })),
  ]);
  const question = useQuestions().at(-1);
  return (
    <div className="sr">
      <p role="alert">
        {question && (
          <span key={question.id}>
            {t(`questions:title.${question.kind}`, { server: question.server })}
          </span>
        )}
      </p>
      {waiting.map(({ id, who }) => (
        <Prompt key={id} store={chats.open(id)} who={who} />
      ))}
    </div>
  );
}

type Props = { readonly store: ConversationStore; readonly who: string };

function Prompt({ store, who }: Props) {
  const { t } = useTranslation('chat');
  const why = usePromptWhy();
  const ownQuestion = useOwnQuestion();
  const title = useToolTitle();
  const id = useConversationHead(store)?.waiting;
  const item = id === undefined ? undefined : store.item(id);
  const call = item?.kind === 'tool' ? item.call : undefined;
  let words = '';
  if (call?.prompt) {
    const { server = t('prompt.builtin'), prompt } = call;
    const what = ownQuestion(call) ?? t('prompt.title', { server, tool: title(call) });
    const reason = why(prompt, call.server === undefined);
    words = [who, what, t('prompt.why'), reason].join(' ').trim();
  }
  return (
    <p role="alert">
      {/* The next prompt may have the same words, and is heard all the same. */}
      <span key={id}>{words}</span>
    </p>
  );
}
