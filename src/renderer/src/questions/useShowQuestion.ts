import type { Question } from '../../../shared/question.ts';
import { useConversations, useGo } from '../store/stores.ts';
import { bringIntoSight } from './QuestionCard.tsx';

/** So many frames a conversation has to show a question's card. */
const patience = 30;

/** Leads to where a question stands. */
export function useShowQuestion(): (question: Question) => void {
  const go = useGo();
  const conversations = useConversations() ?? [];
  return ({ id, conversationId }) => {
    // What an agent is asked stands in the chat that it works for.
    const lead = conversations.find(({ agents }) =>
      agents.some((one) => one.id === conversationId),
    );
    const shown = lead?.id ?? conversationId;
    go({ view: 'chat', ...(shown === undefined ? {} : { conversationId: shown }) });
    let frames = 0;
    const look = () => {
      const card = document.querySelector<HTMLElement>(`[data-question="${CSS.escape(id)}"]`);
      frames += 1;
      if (!card && frames < patience) requestAnimationFrame(look);
      if (!card) return;
      card.focus({ preventScroll: true });
      bringIntoSight(card);
    };
    requestAnimationFrame(look);
  };
}
