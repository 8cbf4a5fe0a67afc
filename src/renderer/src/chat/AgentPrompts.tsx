import { useTranslation } from 'react-i18next';
import type { ActiveAgent } from '../../../shared/chat.ts';
import { useWaitingAgents } from '../agents/useWaitingAgents.ts';
import { QuestionCard } from '../questions/QuestionCard.tsx';
import { useChats, useConversationHead, useConversations, useQuestions } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { AgentConversation } from './AgentConversation.tsx';
import { useConversation, useItem } from './ConversationContext.ts';
import { PermissionCard } from './PermissionCard.tsx';

/** More at once would leave no room for anything else; they come up as these are answered. */
const mostShown = 2;

type Props = {
  /** The conversation that the agents work for. */
  readonly parent: string;
  /** An agent whose conversation stands beside this, with its prompts. */
  readonly except?: string | undefined;
};

/** What the teammates of a conversation wait for a person to answer, by their names. */
export function AgentPrompts({ parent, except }: Props) {
  const { t } = useTranslation('teammates');
  const agents = useConversations()?.find(({ id }) => id === parent)?.agents ?? [];
  const questions = useQuestions();
  const store = useChats().open(parent);
  const ownWaits = useConversationHead(store)?.waiting !== undefined;
  const [sub] = useWaitingAgents(parent);
  const waiting = agents.filter(
    ({ id, role, activity }) =>
      id !== except &&
      // A sub-agent asks within its card.
      role.kind === 'teammate' &&
      (activity === 'waiting' || questions.some(({ conversationId }) => conversationId === id)),
  );
  if (waiting.length === 0) return null;
  const more = waiting.length - mostShown;
  return (
    <div className="dock agents">
      {waiting.slice(0, mostShown).map((agent, index) => (
        <AgentConversation
          key={agent.id}
          id={agent.id}
          isAside={index > 0 || ownWaits || sub !== undefined || except !== undefined}
        >
          <AgentPrompt agent={agent} />
        </AgentConversation>
      ))}
      {more > 0 && <p className="question-note">{t('prompt.more', { count: more })}</p>}
    </div>
  );
}

function AgentPrompt({ agent: { id, role } }: { agent: ActiveAgent }) {
  const { t } = useTranslation('teammates');
  const { store } = useConversation();
  const waiting = useConversationHead(store)?.waiting;
  const [question] = useQuestions().filter(({ conversationId }) => conversationId === id);
  if (role.kind !== 'teammate') return null;
  const who = t('prompt.teammate', { name: role.name });
  return (
    <section className="agent-prompt" aria-label={who}>
      <p className="agent-who">
        <Icon name="team" className="s14" />
        {who}
      </p>
      {waiting !== undefined && <WaitingCall id={waiting} />}
      {waiting === undefined && question && <QuestionCard key={question.id} question={question} />}
    </section>
  );
}

function WaitingCall({ id }: { id: string }) {
  const item = useItem(id);
  if (item?.kind !== 'tool' || item.call.prompt === undefined) return null;
  return <PermissionCard id={id} call={item.call} prompt={item.call.prompt} />;
}
