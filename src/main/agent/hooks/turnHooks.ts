import type { ChatItem, ChatItemOf, ResultPart } from '../../../shared/chat.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { HookSays } from '../../../shared/hook.ts';
import { ruleTool } from '../../permissions/matchRule.ts';
import type { Turn } from '../agentLoop.ts';
import type { HookOccasion, HookOutcome, Hooks } from './hooks.ts';
import type { AskedCall } from '../toolCalls.ts';
import { notice, stopped } from '../turnEvents.ts';
import type { Stamp, TurnEvent } from '../turnEvents.ts';

/** Where and for whom hooks run. */
export type HookPlace = {
  readonly conversationId: string;
  readonly folder: string | undefined;
  /** A person's own agent: what it is asked and how it ends is of interest, not its calls alone. */
  readonly isLead: boolean;
};

const longestResult = 100_000;

/** The hooks of one turn, and what a person is to see of them. */
export class TurnHooks {
  /** Notices that wait for the next event of the turn. */
  readonly #waiting: TurnEvent[] = [];

  constructor(
    private readonly hooks: Pick<Hooks, 'run'>,
    private readonly place: HookPlace,
    private readonly stamp: Stamp,
  ) {}

  /** What hooks say of a call before anyone is asked. */
  async beforeTool(call: AskedCall, signal: AbortSignal): Promise<HookSays | undefined> {
    return (await this.#run({ event: 'before-tool', ...about(call) }, signal)).says;
  }

  /** What hooks have to say to the model after a call. */
  async afterTool(
    call: AskedCall,
    ended: { readonly isError: boolean; readonly parts: readonly ResultPart[] },
    signal: AbortSignal,
  ): Promise<ResultPart[]> {
    const { facts, tool } = about(call);
    const texts = ended.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
    const result = { ok: !ended.isError, result: texts.join('\n\n').slice(0, longestResult) };
    const occasion = { event: 'after-tool', tool, facts: { ...facts, ...result } } as const;
    const { says } = await this.#run(occasion, signal);
    return says ? [{ kind: 'text', text: `A hook of the user says: ${says.reason}` }] : [];
  }

  /** Runs a turn between the hooks for its prompt and for its end. Never throws on its own account. */
  async *around(
    turn: Turn,
    run: (turn: Turn) => AsyncIterable<TurnEvent>,
  ): AsyncGenerator<TurnEvent> {
    const asked = turn.items.at(-1);
    let items = turn.items;
    if (this.place.isLead && asked?.kind === 'user') {
      const prompt = yield* this.#beforePrompt(asked, turn.signal);
      if (prompt === undefined) return;
      items = [...turn.items.slice(0, -1), prompt];
    }
    let answer = '';
    for await (const event of run({ ...turn, items })) {
      if (event.kind === 'item' && event.item.kind === 'text') answer = event.item.text;
      yield event;
      yield* this.#waiting.splice(0);
    }
    if (this.place.isLead && !turn.signal.aborted) {
      await this.#run({ event: 'on-stop', facts: { answer } }, turn.signal).catch(() => undefined);
    }
    yield* this.#waiting.splice(0);
  }

  /** The message with what hooks add to it; undefined when it does not go to the model. */
  async *#beforePrompt(
    asked: ChatItemOf<'user'>,
    signal: AbortSignal,
  ): AsyncGenerator<TurnEvent, ChatItem | undefined> {
    const occasion = { event: 'before-prompt', facts: { prompt: asked.text } } as const;
    const outcome = await this.#run(occasion, signal).catch(() => undefined);
    yield* this.#waiting.splice(0);
    if (outcome === undefined) {
      yield notice(this.stamp, 'info', stopped);
      return undefined;
    }
    if (outcome.says) {
      const { hook, reason } = outcome.says;
      yield { kind: 'item', item: { ...asked, isWithheld: true } };
      yield notice(this.stamp, 'warn', heldBack(hook, reason));
      return undefined;
    }
    if (outcome.said.length === 0) return asked;
    const added = outcome.said.map(({ text }) => text).join('\n\n');
    const item = { ...asked, added };
    yield { kind: 'item', item };
    return item;
  }

  async #run(occasion: Omit<HookOccasion, 'folder'>, signal: AbortSignal): Promise<HookOutcome> {
    const { conversationId, folder, isLead } = this.place;
    const facts = {
      conversation: conversationId,
      agent: isLead ? 'lead' : 'other',
      workspace: folder ?? null,
      ...occasion.facts,
    };
    const outcome = await this.hooks.run({ ...occasion, folder, facts }, signal);
    for (const failure of outcome.failures) {
      this.#waiting.push(notice(this.stamp, 'warn', failure));
    }
    if (occasion.event === 'on-stop' && outcome.says) {
      const { hook, reason } = outcome.says;
      this.#waiting.push(notice(this.stamp, 'warn', saidAtEnd(hook, reason)));
    }
    return outcome;
  }
}

function about({ itemId, tool, input, subject }: AskedCall) {
  return {
    tool: ruleTool(tool, subject),
    facts: {
      call: itemId,
      tool: tool.name,
      ...(tool.kind === 'server' && { server: tool.tool.server }),
      input,
    },
  };
}

const heldBack = (hook: string, reason: string): AppError => ({
  code: 'hook/held-back',
  message: `The hook ${hook} held the message back: ${reason}`,
  params: { hook, reason },
});

const saidAtEnd = (hook: string, reason: string): AppError => ({
  code: 'hook/said-at-end',
  message: `The hook ${hook} says: ${reason}`,
  params: { hook, reason },
});
