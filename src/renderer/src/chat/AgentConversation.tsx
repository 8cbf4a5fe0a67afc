import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useChats } from '../store/stores.ts';
import { ConversationContext, createFolds } from './ConversationContext.ts';
import type { OpenConversation } from './ConversationContext.ts';

type Props = {
  /** The conversation of a teammate or a sub-agent. */
  readonly id: string;
  /** The keys that answer prompts are for another one. */
  readonly isAside?: boolean;
  readonly children: ReactNode;
};

/** What is in it belongs to the conversation of another agent than the one on screen. */
export function AgentConversation({ id, isAside = false, children }: Props) {
  const store = useChats().open(id);
  const open = useMemo<OpenConversation>(
    () => ({
      store,
      folds: createFolds(),
      resend: async () => undefined,
      isOfAgent: true,
      isAside,
    }),
    [store, isAside],
  );
  return <ConversationContext value={open}>{children}</ConversationContext>;
}
