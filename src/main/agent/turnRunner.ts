import { randomUUID } from 'node:crypto';
import type { ServerSummary } from '../../shared/server.ts';
import { decide } from '../permissions/policy.ts';
import type { Prompts } from '../permissions/prompts.ts';
import type { CallOptions, ToolOutcome } from '../servers/serverTool.ts';
import type { PermissionRules } from '../store/permissionRules.ts';
import { ArgumentChecker } from '../tools/argumentChecker.ts';
import { saveDrafts } from '../tools/resultFiles.ts';
import type { SaveFile } from '../tools/resultFiles.ts';
import { draftParts } from '../tools/toolResult.ts';
import type { PooledTool, ToolPool } from '../tools/toolPool.ts';
import { runTurn } from './agentLoop.ts';
import type { Turn } from './agentLoop.ts';
import type { ModelClient } from './model.ts';
import { systemPrompt } from './systemPrompt.ts';
import type { ServerInstructions } from './systemPrompt.ts';
import type { TurnEvent } from './turnEvents.ts';

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
  readonly pool: () => ToolPool;
  readonly rules: PermissionRules;
  readonly prompts: Prompts;
  readonly saveFile: SaveFile;
  readonly now?: () => number;
  readonly newId?: () => string;
};

/** Binds the loop to the app's rooms: what Chats calls to run a turn. */
export function turnRunner(
  options: TurnRunnerOptions,
): (conversationId: string, turn: Turn) => AsyncIterable<TurnEvent> {
  const { models, supervisor: servers, pool, rules, prompts, saveFile } = options;
  const checker = new ArgumentChecker();
  const { now = Date.now, newId = randomUUID } = options;

  const verdictOn = (tool: PooledTool) => {
    if (tool.kind === 'builtin')
      return decide({ kind: 'builtin', permission: tool.tool.permission });
    const { server, name, annotations } = tool.tool;
    const source = servers.list().find((one) => one.name === server)?.source ?? 'user';
    return decide({ kind: 'server', source, annotations, hasRule: rules.has(server, name) });
  };

  return (conversationId, turn) =>
    runTurn(
      {
        model: async () => ({ client: await models.current(), id: options.model() }),
        pool,
        system: () => systemPrompt(servers.list(), servers.instructions()),
        stamp: { now, newId },
        calls: {
          decide: verdictOn,
          ask: async (itemId, { tool }, signal) => {
            const server = 'server' in tool ? tool.server : '';
            const about = { conversationId, itemId, server, tool: tool.name };
            const answer = await prompts.ask(about, signal);
            if (answer === 'allow-always') rules.add({ server, tool: tool.name, since: now() });
            return answer;
          },
          callServer: (server, tool, input, { itemId, ...call }) =>
            servers.call(server, tool, input, { ...call, origin: { conversationId, itemId } }),
          toolsOf: (server) => pool().toolsOf(server),
          checkArguments: (schema, input) => checker.check(schema, input),
          toParts: (outcome) => saveDrafts(draftParts(outcome), saveFile),
          now,
        },
      },
      turn,
    );
}
