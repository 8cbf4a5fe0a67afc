import type { ChatChange } from '../../shared/chat.ts';
import { Background } from '../agent/background/background.ts';
import { backgroundTools } from '../agent/background/backgroundTools.ts';
import type { Chats } from '../agent/chats.ts';
import { SubAgents } from '../agent/subAgents/subAgents.ts';
import { BackgroundCalls } from '../store/backgroundCalls.ts';
import type { Database } from '../store/database.ts';
import { toWaitFor } from '../tools/builtin/builtinTool.ts';
import type { BuiltinTool } from '../tools/builtin/builtinTool.ts';
import type { ToolPool } from '../tools/toolPool.ts';
import type { Push } from './push.ts';

type Surroundings = {
  readonly database: Database;
  readonly push: Push;
  readonly poolOf: (builtins: readonly BuiltinTool[]) => (hasWorkspace: boolean) => ToolPool;
  /** The built-in tools of sub-agents. */
  readonly builtins: readonly BuiltinTool[];
  /** Hears of every change of every conversation too. */
  readonly onTurn: (conversationId: string, change: ChatChange) => void;
};

/** Sub-agents and calls in the background; `chats` answers what is made after this. */
export function openAgents(
  { database, push, poolOf, builtins, onTurn }: Surroundings,
  chats: () => Chats,
) {
  const background = new Background({
    store: new BackgroundCalls(database),
    conversations: {
      wake: (id) => chats().wake(id),
      show: (id) => chats().show(id, 'background'),
    },
    onItem: (id, item) => push.chat(id, { kind: 'item', item }),
    onListChange: () => push.snapshot('chat.listed', () => chats().list()),
  });
  const subAgents = new SubAgents({ chats, pool: poolOf(builtins.map(toWaitFor)) });
  return {
    background,
    subAgents,
    /** For the lead. */
    tools: [subAgents.tool, ...backgroundTools(background)],
    ofChats: {
      background,
      onChange(conversationId: string, change: ChatChange): void {
        subAgents.onChange(conversationId, change);
        onTurn(conversationId, change);
        push.chat(conversationId, change);
      },
    },
  };
}
