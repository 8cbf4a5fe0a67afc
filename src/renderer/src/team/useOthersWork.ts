import { useConversations } from '../store/stores.ts';
import { isAtWork } from './teammateLooks.ts';
import { useTeam } from './useTeam.ts';

/** Whether teammates or sub-agents work for a conversation, or wait for work. */
export function useOthersWork(id: string | undefined): boolean {
  const { team } = useTeam();
  const summary = useConversations()?.find((one) => one.id === id);
  const teammates = team?.teams.find((one) => one.id === id)?.teammates ?? [];
  return (summary?.agents.length ?? 0) > 0 || teammates.some(({ state }) => isAtWork(state));
}
