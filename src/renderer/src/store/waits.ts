import type { ConversationSummary } from '../../../shared/chat.ts';

/** How many agents of a conversation, its own and those who work for it, wait for a permission. */
export const waitsIn = ({ activity, agents }: ConversationSummary): number =>
  [activity, ...agents.map((agent) => agent.activity)].filter((one) => one === 'waiting').length;
