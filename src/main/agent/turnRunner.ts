import { randomUUID } from 'node:crypto';
import type { ChatItem } from '../../shared/chat.ts';
import type { ServerSummary } from '../../shared/server.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { CallOptions, ToolOutcome } from '../servers/serverTool.ts';
import { ArgumentChecker } from '../tools/argumentChecker.ts';
import { saveDrafts } from '../tools/resultFiles.ts';
import type { SaveFile } from '../tools/resultFiles.ts';
import { draftParts } from '../tools/toolResult.ts';
import type { ToolPool } from '../tools/toolPool.ts';
import { runTurn } from './agentLoop.ts';
import type { Turn } from './agentLoop.ts';
import type { ModelClient } from './model.ts';
import { surroundings, systemPrompt } from './systemPrompt.ts';
import type { ServerInstructions } from './systemPrompt.ts';
import type { TurnEvent } from './turnEvents.ts';
import { Workplaces } from './workplaces.ts';

/** What turns need of the supervisor. */
export type TurnServers = {
  list(): readonly ServerSummary[];
  instructions(): readonly ServerInstructions[];
  /** Throws an AppFailure when the call can't be made or gets no answer. */
  call(
    server: string,
    tool: string,
    input: Record<string, unknown>,
    options: CallOptions,
  ): Promise<ToolOutcome>;
};

export type TurnRunnerOptions = {
  readonly models: { readonly current: () => Promise<ModelClient> };
  /** The id of the model in force. */
  readonly model: () => string;
  readonly supervisor: TurnServers;
  /** The tools of a conversation that has a workspace folder, or has none. */
  readonly pool: (hasWorkspace: boolean) => ToolPool;
  readonly permissions: Pick<Permissions, 'permit' | 'answer'>;
  readonly saveFile: SaveFile;
  readonly now?: () => number;
  readonly newId?: () => string;
};

/** Binds the loop to the app's rooms: what Chats calls to run a turn. */
export function turnRunner(
  options: TurnRunnerOptions & {
    /** The workspace folder of a conversation. */
    readonly folderOf: (conversationId: string) => string | undefined;
    /** What came for a conversation since its last model request. */
    readonly incoming: (conversationId: string) => readonly ChatItem[];
  },
): (conversationId: string, turn: Turn) => AsyncIterable<TurnEvent> {
  const { models, supervisor: servers, permissions, saveFile } = options;
  const checker = new ArgumentChecker();
  const workplaces = new Workplaces(options.folderOf);
  const { now = Date.now, newId = randomUUID } = options;

  return (conversationId, turn) => {
    const pool = () => options.pool(workplaces.folder(conversationId) !== undefined);
    return runTurn(
      {
        model: async () => ({ client: await models.current(), id: options.model() }),
        pool,
        incoming: () => options.incoming(conversationId),
        system: () => {
          const place = surroundings(workplaces.folder(conversationId), new Date(now()));
          return systemPrompt(servers.list(), servers.instructions(), place);
        },
        stamp: { now, newId },
        calls: {
          permit: (call, onAsk, signal) =>
            permissions.permit({ conversationId, ...call }, onAsk, signal),
          callServer: (server, tool, input, { itemId, ...call }) =>
            servers.call(server, tool, input, { ...call, origin: { conversationId, itemId } }),
          builtin: {
            toolsOf: (server) => pool().toolsOf(server),
            conversationId,
            ...workplaces.of(conversationId),
          },
          checkArguments: (schema, input) => checker.check(schema, input),
          toParts: (outcome) => saveDrafts(draftParts(outcome), saveFile),
          now,
        },
      },
      turn,
    );
  };
}
