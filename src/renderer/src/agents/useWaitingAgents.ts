import { useConversations, useQuestions } from '../store/stores.ts';

/** The sub-agents of a conversation that wait for a person's answer, in the order they began. */
export function useWaitingAgents(parent: string): readonly string[] {
  const questions = useQuestions();
  const agents = useConversations()?.find(({ id }) => id === parent)?.agents ?? [];
  return agents.flatMap(({ id, role, activity }) => {
    const isAsked =
      activity === 'waiting' || questions.some(({ conversationId }) => conversationId === id);
    return role.kind === 'sub-agent' && isAsked ? [id] : [];
  });
}
