import type { ToolCall } from '../../shared/chat.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { Events, RequestInput } from '../../shared/ipc.ts';
import { tryConversation } from '../../shared/permission.ts';
import type { PermissionAnswer } from '../../shared/permission.ts';
import { throttledProgress } from '../agent/callProgress.ts';
import { noPrompt } from '../agent/chatErrors.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import { saveDrafts } from '../tools/resultFiles.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';
import type { PooledTool, ToolPool } from '../tools/toolPool.ts';
import { draftParts } from '../tools/toolResult.ts';

export type ToolTriesOptions = {
  readonly pool: () => ToolPool;
  readonly permissions: Pick<Permissions, 'permit' | 'answer'>;
  readonly supervisor: Pick<Supervisor, 'call'>;
  readonly files: Pick<ResultFiles, 'save'>;
  /** Told every state on the way. */
  readonly send: (name: 'servers.trying', payload: Events['servers.trying']) => void;
  readonly now?: () => number;
};

/**
 * Tools that a person tries on the Servers screen. The arguments go as they are: how the server
 * takes wrong ones can be tried too. The click on Run is the person's answer, so only a written rule
 * or a tool that was changed still asks; what is denied to the model is denied here.
 */
export class ToolTries {
  readonly #stops = new Map<string, AbortController>();
  readonly #now: () => number;

  constructor(private readonly options: ToolTriesOptions) {
    this.#now = options.now ?? Date.now;
  }

  /** Answers how the call ended; rejects with an AppFailure when it got no answer. */
  async run({ id, server, tool, input }: RequestInput<'servers.tryTool'>): Promise<ToolCall> {
    const pooled = this.#find(server, tool);
    const { permissions, supervisor, files, send } = this.options;
    const stop = new AbortController();
    const { signal } = stop;
    const startedAt = this.#now();
    let call: ToolCall = {
      name: pooled.name,
      title: pooled.tool.title,
      server,
      input,
      state: 'queued',
      startedAt,
    };
    const set = (change: Partial<ToolCall>): ToolCall => {
      call = { ...call, ...change };
      if (call.state === 'waiting' || call.state === 'running')
        send('servers.trying', { id, call });
      return call;
    };
    const end = (state: ToolCall['state'], change: Partial<ToolCall> = {}): ToolCall => {
      const { prompt: _prompt, progress: _progress, ...rest } = call;
      return { ...rest, ...change, state, endedAt: this.#now() };
    };
    this.#stops.set(id, stop);
    try {
      const decision = await permissions.permit(
        { conversationId: tryConversation, itemId: id, tool: pooled, input, isOwn: true },
        (prompt) => void set({ state: 'waiting', prompt }),
        signal,
      );
      if (decision.verdict === 'deny') return end('denied', { decision });
      const { prompt: _prompt, ...asked } = call;
      call = { ...asked, decision };
      set({ state: 'running', startedAt: this.#now() });
      const outcome = await supervisor.call(server, tool, input, {
        signal,
        onLogged: (logSeq) => set({ logSeq }),
        onProgress: throttledProgress((progress) => set({ progress }), this.#now),
      });
      const result = await saveDrafts(draftParts(outcome), files.save);
      return end(outcome.isError ? 'error' : 'done', { result });
    } catch (thrown) {
      if (signal.aborted) return end('stopped');
      throw thrown;
    } finally {
      this.#stops.delete(id);
    }
  }

  stop(id: string): void {
    this.#stops.get(id)?.abort(new Error('stopped by the person'));
  }

  /** Answers the question that a try waits for. */
  answer(id: string, answer: PermissionAnswer): void {
    if (this.options.permissions.answer(tryConversation, id, answer)) return;
    throw new AppFailure(noPrompt);
  }

  #find(server: string, tool: string): PooledTool {
    const pool = this.options.pool();
    const { pooledName } = pool.verdictOf({ server, name: tool }) ?? {};
    const pooled = pooledName === undefined ? undefined : pool.find(pooledName);
    if (pooled) return pooled;
    throw new AppFailure({
      code: 'server/no-such-tool',
      message: `${server} does not offer a usable tool ${tool} now.`,
      params: { server, tool },
    });
  }
}
