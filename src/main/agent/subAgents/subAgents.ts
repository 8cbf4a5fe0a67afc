import { randomUUID } from 'node:crypto';
import type { ChatChange } from '../../../shared/chat.ts';
import type { StoredConversation } from '../../store/conversations.ts';
import type {
  BuiltinContext,
  BuiltinOutcome,
  BuiltinTool,
} from '../../tools/builtin/builtinTool.ts';
import { refused } from '../../tools/builtin/said.ts';
import type { ToolPool } from '../../tools/toolPool.ts';
import { AgentTally } from './agentTally.ts';
import type { Chats } from '../chats.ts';
import { reportOf } from './subAgentReport.ts';
import type { AgentParts } from '../turnRunner.ts';

export type SubAgentsOptions = {
  readonly chats: () => Pick<Chats, 'create' | 'begin' | 'idle' | 'stop' | 'open'>;
  /** The tools of sub-agents, with or without a workspace folder. */
  readonly pool: (hasWorkspace: boolean) => ToolPool;
  /** How many may work at once, for all conversations. */
  readonly most?: number;
  readonly now?: () => number;
  readonly newId?: () => string;
};

type Worker = { readonly tally: AgentTally; readonly onTally: () => void };

const briefing = `You are a sub-agent: another agent gave you one task, which is the user message, and works on while you do it.
- Nobody but that agent reads what you write, and only your last answer: put all that it needs in there, briefly, with names, paths and figures.
- You can ask nothing. Where something is unclear, choose what is most likely meant and say so.
- The user sees your calls and may refuse them.`;

/** Agents that do one task for a conversation and report, each in a conversation of its own. */
export class SubAgents {
  /** `task`, by which one is started; for leads. */
  readonly tool: BuiltinTool;
  readonly #options: SubAgentsOptions;
  readonly #workers = new Map<string, Worker>();

  constructor(options: SubAgentsOptions) {
    this.#options = options;
    this.tool = {
      name: 'task',
      title: 'Sub-agent',
      description:
        'Give a task to a sub-agent, which works on it by itself with its own context and answers ' +
        'with a report. It has your servers and file tools, and knows nothing of this ' +
        'conversation: say in the prompt all that it needs and what to report. For searches and ' +
        'reading whose details you do not need, and for parts that can be done side by side: ' +
        'several calls in one answer run at once.',
      inputSchema: {
        type: 'object',
        properties: {
          description: { type: 'string', minLength: 1, description: 'The task in a few words' },
          prompt: { type: 'string', minLength: 1, description: 'The whole task' },
        },
        required: ['description', 'prompt'],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
      permission: 'allow',
      run: ({ description, prompt }, context) =>
        this.#run(String(description), String(prompt), context),
    };
  }

  /** What a sub-agent is made of; undefined for whoever is none. */
  partsOf({ role, workspace }: StoredConversation): AgentParts | undefined {
    if (role.kind !== 'sub-agent') return undefined;
    return { briefing, pool: () => this.#options.pool(workspace !== undefined) };
  }

  /** To be told every change of every conversation. */
  onChange(conversationId: string, change: ChatChange): void {
    const worker = this.#workers.get(conversationId);
    if (worker?.tally.note(change) === true) worker.onTally();
  }

  async #run(title: string, prompt: string, context: BuiltinContext): Promise<BuiltinOutcome> {
    const { most = 16, now = Date.now, newId = randomUUID } = this.#options;
    if (this.#workers.size >= most) {
      return refused(
        `${most} sub-agents are at work already. Start this one when some have ended.`,
      );
    }
    const chats = this.#options.chats();
    const { conversationId: parent, itemId, signal } = context;
    const { workspace } = chats.open(parent);
    const id = chats.create(title, { role: { kind: 'sub-agent', parent, itemId }, workspace });
    const tally = new AgentTally();
    const onTally = (): void => context.onView({ kind: 'agent', conversationId: id, ...tally.now });
    const stop = (): void => chats.stop(id);
    this.#workers.set(id, { tally, onTally });
    onTally();
    signal.addEventListener('abort', stop, { once: true });
    try {
      chats.begin(id, { id: newId(), at: now(), kind: 'user', text: prompt });
      if (signal.aborted) stop();
      await chats.idle(id);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#workers.delete(id);
    }
    const { text, isError } = reportOf(chats.open(id).items);
    return { content: [{ type: 'text', text }], isError };
  }
}
