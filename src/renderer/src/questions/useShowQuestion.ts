import type { Question } from '../../../shared/question.ts';
import { useGo } from '../store/stores.ts';
import { bringIntoSight } from './QuestionCard.tsx';

/** So many frames a conversation has to show a question's card. */
const patience = 30;

/** Leads to where a question stands. */
export function useShowQuestion(): (question: Question) => void {
  const go = useGo();
  return ({ id, conversationId }) => {
    go({ view: 'chat', ...(conversationId === undefined ? {} : { conversationId }) });
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
