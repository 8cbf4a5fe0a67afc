import { useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useChats } from '../store/stores.ts';
import { ConversationContext, createFolds, foldsWithin } from './ConversationContext.ts';
import type { OpenConversation } from './ConversationContext.ts';

type Props = {
  /** The conversation of a teammate or a sub-agent. */
  readonly id: string;
  /** The keys that answer prompts are for another one. */
  readonly isAside?: boolean;
  /** Lets it go on after an error; the same function while it is shown. */
  readonly goOn?: () => Promise<void>;
  readonly children: ReactNode;
};

/** What is in it belongs to the conversation of another agent than the one on screen. */
export function AgentConversation({ id, isAside = false, goOn = nothing, children }: Props) {
  const store = useChats().open(id);
  const around = useContext(ConversationContext)?.folds;
  const folds = useMemo(() => (around ? foldsWithin(around, id) : createFolds()), [around, id]);
  const open = useMemo<OpenConversation>(
    () => ({ store, folds, resend: goOn, isOfAgent: true, isAside }),
    [store, folds, isAside, goOn],
  );
  return <ConversationContext value={open}>{children}</ConversationContext>;
}

const nothing = async (): Promise<void> => undefined;
