import { randomUUID } from 'node:crypto';
import type { ChatItem } from '../../shared/chat.ts';
import type { ServerSummary } from '../../shared/server.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { CallOptions, ToolOutcome } from '../servers/serverTool.ts';
import type { StoredConversation } from '../store/conversations.ts';
import { ArgumentChecker } from '../tools/argumentChecker.ts';
import { saveDrafts } from '../tools/resultFiles.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';
import { draftParts } from '../tools/toolResult.ts';
import type { PooledTool, ToolPool } from '../tools/toolPool.ts';
import { runTurn } from './agentLoop.ts';
import type { Turn } from './agentLoop.ts';
import type { ModelClient } from './model.ts';
import type { Background } from './background.ts';
import { GivenFiles } from './givenFiles.ts';
import { readSentFiles } from './sentFiles.ts';
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

/** What an agent other than the lead has of its own. */
export type AgentParts = {
  readonly pool: () => ToolPool;
  /** What it is told after what every agent is told. */
  readonly briefing: string;
  /** Where its file and shell tools work, by default in the workspace of the conversation. */
  readonly folder?: () => string | undefined;
  /** Whether a call may not run now, whatever permissions say. */
  readonly isHeld?: (tool: PooledTool) => boolean;
};

export type TurnRunnerOptions = {
  readonly models: { readonly current: () => Promise<ModelClient> };
  /** The id of the model in force. */
  readonly model: () => string;
  readonly supervisor: TurnServers;
  /** The tools of a conversation that has a workspace folder, or has none. */
  readonly pool: (hasWorkspace: boolean) => ToolPool;
  readonly permissions: Pick<Permissions, 'permit' | 'answer' | 'mayRead'>;
  /** Where calls of leads go on that their turns do not wait for. */
  readonly background?: Pick<Background, 'of'>;
  /** Of whoever answers in a conversation instead of the lead. */
  readonly agentOf?: (conversation: StoredConversation) => AgentParts | undefined;
  readonly files: ResultFiles;
  readonly now?: () => number;
  readonly newId?: () => string;
};

/** Binds the loop to the app's rooms: what Chats calls to run a turn. */
export function turnRunner(
  options: TurnRunnerOptions & {
    readonly conversation: (id: string) => StoredConversation | undefined;
    /** What came for a conversation since its last model request. */
    readonly incoming: (conversationId: string) => readonly ChatItem[];
  },
): (conversationId: string, turn: Turn) => AsyncIterable<TurnEvent> {
  const { models, supervisor: servers, permissions, files } = options;
  const checker = new ArgumentChecker();
  const partsOf = (id: string): AgentParts | undefined => {
    const conversation = options.conversation(id);
    return conversation && options.agentOf?.(conversation);
  };
  const workplaces = new Workplaces(
    (id) => partsOf(id)?.folder?.() ?? options.conversation(id)?.workspace,
  );
  const { now = Date.now, newId = randomUUID } = options;

  return (conversationId, turn) => {
    const parts = partsOf(conversationId);
    const isLead = options.conversation(conversationId)?.role.kind === 'lead';
    const pool =
      parts?.pool ?? (() => options.pool(workplaces.folder(conversationId) !== undefined));
    const given = new GivenFiles(turn.items);
    const events = runTurn(
      {
        model: async () => ({ client: await models.current(), id: options.model() }),
        pool,
        incoming: () => options.incoming(conversationId),
        system: () => {
          const place = surroundings(workplaces.folder(conversationId), new Date(now()));
          const common = systemPrompt(servers.list(), servers.instructions(), place);
          return parts === undefined ? common : `${common}\n\n${parts.briefing}`;
        },
        stamp: { now, newId },
        calls: {
          permit: (call, onAsk, signal) =>
            permissions.permit(
              { conversationId, ...call, isHeld: () => parts?.isHeld?.(call.tool) === true },
              onAsk,
              signal,
            ),
          callServer: (server, tool, input, { itemId, ...call }) =>
            servers.call(server, tool, input, { ...call, origin: { conversationId, itemId } }),
          builtin: {
            toolsOf: (server) => pool().toolsOf(server),
            conversationId,
            given: given.find,
            mayRead: (path) => permissions.mayRead(path),
            ...workplaces.of(conversationId),
          },
          background: isLead ? options.background?.of(conversationId) : undefined,
          checkArguments: (schema, input) => checker.check(schema, input),
          toParts: (outcome) => saveDrafts(draftParts(outcome), files.save),
          now,
        },
        readFiles: (items) => readSentFiles(items, files),
      },
      turn,
    );
    return given.watch(events);
  };
}
