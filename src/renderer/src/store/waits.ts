import type { ConversationSummary } from '../../../shared/chat.ts';

/** How many permissions a conversation waits for: its own, and those of who works for it. */
export const waitsIn = ({ waiting = 0, agents }: ConversationSummary): number =>
  agents.reduce((sum, agent) => sum + agent.waiting, waiting);
