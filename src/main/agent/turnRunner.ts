import { randomUUID } from 'node:crypto';
import { mostPages } from '../../shared/attachLimits.ts';
import type { ChatItem, TokenUsage } from '../../shared/chat.ts';
import { usualContext } from '../../shared/context.ts';
import type { ContextMeter, ContextSettings } from '../../shared/context.ts';
import type { ServerSummary } from '../../shared/server.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { CallOptions, ToolOutcome } from '../servers/tools/serverTool.ts';
import type { StoredConversation } from '../store/conversations.ts';
import { ArgumentChecker } from '../tools/schema/argumentChecker.ts';
import { saveDrafts } from '../tools/resultFiles.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';
import { draftParts } from '../tools/toolResult.ts';
import type { PooledTool, ToolPool } from '../tools/toolPool.ts';
import { runCompaction, runTurn } from './agentLoop.ts';
import type { Turn } from './agentLoop.ts';
import type { ModelClient } from './model/model.ts';
import type { Background } from './background/background.ts';
import type { AskPorts } from './request/askModel.ts';
import { contextLimits } from './context/contextLimits.ts';
import { GivenFiles } from './attachments/givenFiles.ts';
import type { Hooks } from './hooks/hooks.ts';
import { KeptPrompts } from './request/keptPrompts.ts';
import { Meter } from './context/meter.ts';
import { readSentFiles } from './request/sentFiles.ts';
import { surroundings } from './request/systemPrompt.ts';
import type { ServerInstructions } from './request/systemPrompt.ts';
import type { TurnEvent } from './turnEvents.ts';
import { TurnHooks } from './hooks/turnHooks.ts';
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
  /** How much goes into a request; by default what is usual. */
  readonly context?: () => ContextSettings;
  readonly supervisor: TurnServers;
  /** The tools of a conversation that has a workspace folder, or has none. */
  readonly pool: (hasWorkspace: boolean) => ToolPool;
  readonly permissions: Pick<Permissions, 'permit' | 'answer' | 'mayRead'>;
  /** Where calls of leads go on that their turns do not wait for. */
  readonly background?: Pick<Background, 'of'>;
  /** Of whoever answers in a conversation instead of the lead. */
  readonly agentOf?: (conversation: StoredConversation) => AgentParts | undefined;
  readonly files: ResultFiles;
  /** The person's own programs that have a say. */
  readonly hooks?: Pick<Hooks, 'run'>;
  readonly now?: () => number;
  readonly newId?: () => string;
};

/** What Chats calls, each with a conversation's id. */
export type TurnRunner = {
  readonly answer: (id: string, turn: Turn) => AsyncIterable<TurnEvent>;
  readonly compact: (id: string, turn: Turn) => AsyncIterable<TurnEvent>;
  readonly meter: (
    id: string,
    items: readonly ChatItem[],
    usage: TokenUsage | undefined,
  ) => Promise<ContextMeter>;
};

/** Binds the loop to the app's rooms. */
export function turnRunner(
  options: TurnRunnerOptions & {
    readonly conversation: (id: string) => StoredConversation | undefined;
    /** What came for a conversation since its last model request. */
    readonly incoming: (conversationId: string) => readonly ChatItem[];
  },
): TurnRunner {
  const { models, supervisor: servers, permissions, files } = options;
  const checker = new ArgumentChecker();
  const prompts = new KeptPrompts();
  const meter = new Meter();
  const partsOf = (id: string): AgentParts | undefined => {
    const conversation = options.conversation(id);
    return conversation && options.agentOf?.(conversation);
  };
  const workplaces = new Workplaces(
    (id) => partsOf(id)?.folder?.() ?? options.conversation(id)?.workspace,
  );
  const { now = Date.now, newId = randomUUID } = options;

  /** Those who work for a conversation use its model. */
  const modelOf = (id: string): string => {
    const { model, role } = options.conversation(id) ?? {};
    if (model !== undefined) return model;
    return role === undefined || role.kind === 'lead' ? options.model() : modelOf(role.parent);
  };
  const stamp = { now, newId };
  const poolOf = (id: string) =>
    partsOf(id)?.pool ?? (() => options.pool(workplaces.folder(id) !== undefined));
  const askingOf = (id: string): AskPorts => ({
    model: async () => ({ client: await models.current(), id: modelOf(id) }),
    prompt: () => {
      const at = now();
      const place = surroundings(workplaces.folder(id), new Date(at));
      const pool = poolOf(id)();
      // What is refused or denied is no tool that the model has.
      const offered = servers
        .list()
        .map((one) => ({ ...one, toolCount: pool.toolsOf(one.name).length }));
      const briefing = partsOf(id)?.briefing;
      const facts = { servers: offered, instructions: servers.instructions(), place, briefing };
      return prompts.of(id, facts, at);
    },
    limits: (window) => contextLimits(options.context?.() ?? usualContext, window),
    readFiles: (items, window) => readSentFiles(items, files, mostPages(window)),
    stamp,
  });

  const answer = (conversationId: string, turn: Turn) => {
    const parts = partsOf(conversationId);
    const isLead = options.conversation(conversationId)?.role.kind === 'lead';
    const pool = poolOf(conversationId);
    const asking = askingOf(conversationId);
    const given = new GivenFiles(turn.items);
    const hooks =
      options.hooks &&
      new TurnHooks(
        options.hooks,
        { conversationId, folder: workplaces.folder(conversationId), isLead },
        stamp,
      );
    const run = (one: Turn) =>
      runTurn(
        {
          ...asking,
          pool,
          incoming: () => options.incoming(conversationId),
          calls: {
            permit: async (call, onAsk, signal) => {
              const hook = await hooks?.beforeTool(call, signal);
              const isHeld = () => parts?.isHeld?.(call.tool) === true;
              return permissions.permit({ conversationId, ...call, hook, isHeld }, onAsk, signal);
            },
            afterCall: hooks && ((...ended) => hooks.afterTool(...ended)),
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
        },
        one,
      );
    return given.watch(hooks ? hooks.around(turn, run) : run(turn));
  };
  return {
    answer,
    compact: (id, turn) => runCompaction(askingOf(id), poolOf(id)(), turn),
    meter: (id, items, usage) => meter.measure(askingOf(id), poolOf(id)(), { items, usage }),
  };
}
