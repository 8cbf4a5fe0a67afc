import type Anthropic from '@anthropic-ai/sdk';
import type { ChatItem, ChatItemOf, ToolCall } from '../../shared/chat.ts';
import type { AppError } from '../../shared/errors.ts';
import { toAppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/jsonPointer.ts';
import { parseJson } from '../../shared/parseJson.ts';
import type { RoundUsage } from '../../shared/roundUsage.ts';
import { foundBy, newSearch, stopSearches } from './apiSearchItems.ts';
import type { BlockStart, ModelEvent } from './model/model.ts';
import { notice } from './turnEvents.ts';
import type { Stamp, TurnEvent } from './turnEvents.ts';

/** A queued call. `problem` says why it can't run: its arguments are no JSON object. */
export type NewCall = {
  readonly item: ChatItemOf<'tool'>;
  readonly problem?: string | undefined;
};

/** An answer as far as it came. */
export type Answer = {
  readonly calls: readonly NewCall[];
  readonly stopReason: Anthropic.StopReason | null;
  readonly explanation?: string | undefined;
  /** Why it is not whole; absent when it is, or when it was stopped. */
  readonly failure?: AppError | undefined;
  /** Searches of the API in the middle of which it paused. */
  readonly openSearches?: readonly ChatItemOf<'tool'>[];
};

export type AnswerContext = {
  readonly round: number;
  readonly stamp: Stamp;
  readonly newCall: (name: string, input: Record<string, unknown>) => ToolCall;
  /** Whether an item of this conversation has the id already. */
  readonly isUsed: (id: string) => boolean;
  /** Of the answer that this one goes on with. */
  readonly openSearches?: readonly ChatItemOf<'tool'>[];
};

type OpenBlock =
  | { readonly kind: 'text' | 'thinking'; item?: WrittenItem; signature?: string }
  | { readonly kind: 'tool'; readonly id: string; readonly name: string; json: string }
  | { readonly kind: 'search'; readonly id: string; json: string }
  | { readonly kind: 'other' };

type WrittenItem = ChatItemOf<'text'> | ChatItemOf<'thinking'>;

/**
 * Turns the events of one answer into items as they come. Whatever ends it, what came stays: open
 * texts are closed; a tool call whose arguments did not come to their end is left out. The last item
 * has what the request took.
 */
export async function* streamAnswer(
  events: AsyncIterable<ModelEvent>,
  context: AnswerContext,
): AsyncGenerator<TurnEvent, Answer> {
  const answering = readAnswer(events, context);
  let usage: RoundUsage | undefined;
  let last: Extract<ChatItem, { round: number }> | undefined;
  for (;;) {
    const next = await answering.next();
    if (next.done === true) {
      if (!last || !usage) return next.value;
      const item = { ...last, usage };
      yield { kind: 'item', item };
      const { calls, openSearches = [] } = next.value;
      return {
        ...next.value,
        calls: calls.map((call) => ({ ...call, item: latest(call.item, item) })),
        openSearches: openSearches.map((search) => latest(search, item)),
      };
    }
    const event = next.value;
    if (event.kind === 'usage') usage = { ...event.usage, model: event.model };
    if (event.kind === 'item' && 'round' in event.item) last = event.item;
    yield event;
  }
}

function latest(call: ChatItemOf<'tool'>, item: ChatItem): ChatItemOf<'tool'> {
  return item.kind === 'tool' && call.id === item.id ? item : call;
}

async function* readAnswer(
  events: AsyncIterable<ModelEvent>,
  context: AnswerContext,
): AsyncGenerator<TurnEvent, Answer> {
  const blocks = new Map<number, OpenBlock>();
  const calls: NewCall[] = [];
  const searches = new Map(context.openSearches?.map((search) => [search.id, search]));
  const newIds = new Set<string>();
  let endsInCall = false;
  /** All tries of a request are told by one notice, which says how the latest went. */
  let retryId: string | undefined;
  const isUsed = (id: string): boolean => newIds.has(id) || context.isUsed(id);
  let stopReason: Anthropic.StopReason | null = null;
  let explanation: string | undefined;
  let failure: AppError | undefined;
  try {
    for await (const event of events) {
      switch (event.kind) {
        case 'retrying':
          retryId ??= context.stamp.newId();
          yield notice(context.stamp, 'warn', retrying(event), retryId);
          break;
        case 'usage':
          yield { kind: 'usage', usage: event.usage, model: event.model };
          break;
        case 'block':
          blocks.set(event.index, openBlock(event.block));
          if (event.block.kind === 'redacted') {
            yield { kind: 'item', item: redacted(event.block.data, context) };
          }
          if (event.block.kind === 'found') {
            const search = searches.get(event.block.id);
            searches.delete(event.block.id);
            if (search) yield { kind: 'item', item: foundBy(search, event.block, context) };
          }
          break;
        case 'text':
          yield* appendText(blocks.get(event.index), event.text, context);
          break;
        case 'signature': {
          const block = blocks.get(event.index);
          if (block?.kind === 'thinking') {
            block.signature = (block.signature ?? '') + event.signature;
          }
          break;
        }
        case 'arguments': {
          const block = blocks.get(event.index);
          if (block?.kind === 'tool' || block?.kind === 'search') block.json += event.json;
          break;
        }
        case 'block-end': {
          const block = blocks.get(event.index);
          blocks.delete(event.index);
          endsInCall = block?.kind === 'tool';
          if (block?.kind === 'tool') {
            const call = newToolCall(block, context, isUsed);
            newIds.add(call.item.id);
            calls.push(call);
            yield { kind: 'item', item: call.item };
          } else if (block?.kind === 'search') {
            const search = newSearch(block.id, parseInput(block.json) ?? {}, context);
            searches.set(block.id, search);
            yield { kind: 'item', item: search };
          } else {
            yield* closeText(block, context);
          }
          break;
        }
        case 'end':
          stopReason = event.reason;
          explanation = event.explanation;
      }
    }
  } catch (thrown) {
    failure = toAppError(thrown);
  }
  for (const block of blocks.values()) {
    yield* closeText(block, context);
  }
  const openSearches = stopReason === 'pause_turn' ? [...searches.values()] : [];
  if (openSearches.length === 0) yield* stopSearches(searches.values());
  const isCut = stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded';
  const whole = isCut && endsInCall ? withCutCall(calls) : calls;
  return { calls: whole, stopReason, explanation, failure, openSearches };
}

/** What a cut leaves of the last call looks like one that has no arguments. */
function withCutCall(calls: readonly NewCall[]): readonly NewCall[] {
  return calls.map((call, index) =>
    index === calls.length - 1 && Object.keys(call.item.call.input).length === 0
      ? { ...call, problem: cutCall }
      : call,
  );
}

const cutCall =
  'The answer was cut at its length limit within this call, which did not run. Call it again with less in it, or in parts.';

function openBlock(block: BlockStart): OpenBlock {
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return { kind: block.kind };
    case 'tool':
      return { kind: 'tool', id: block.id, name: block.name, json: '' };
    case 'search':
      return { kind: 'search', id: block.id, json: '' };
    case 'redacted':
    case 'found':
    case 'other':
      return { kind: 'other' };
  }
}

function newText(kind: 'text' | 'thinking', text: string, context: AnswerContext): WrittenItem {
  const { round, stamp } = context;
  return { id: stamp.newId(), at: stamp.now(), round, kind, text, streaming: true };
}

function redacted(data: string, { round, stamp }: AnswerContext): ChatItem {
  const at = stamp.now();
  const item = { id: stamp.newId(), at, round, kind: 'thinking' as const, text: '' };
  return { ...item, streaming: false, endedAt: at, signature: data, redacted: true };
}

/** The item is made with the first text, so that an empty block leaves nothing. */
function* appendText(
  block: OpenBlock | undefined,
  text: string,
  context: AnswerContext,
): Generator<TurnEvent> {
  if (text === '' || (block?.kind !== 'text' && block?.kind !== 'thinking')) return;
  if (!block.item) {
    block.item = newText(block.kind, text, context);
    yield { kind: 'item', item: block.item };
    return;
  }
  // Concatenation shares the text before; nothing is copied per delta.
  block.item = { ...block.item, text: block.item.text + text };
  yield { kind: 'delta', id: block.item.id, text };
}

function* closeText(block: OpenBlock | undefined, context: AnswerContext): Generator<TurnEvent> {
  if (block?.kind !== 'text' && block?.kind !== 'thinking') return;
  const { signature } = block;
  const item =
    block.item ?? (signature === undefined ? undefined : newText(block.kind, '', context));
  if (!item) return;
  const endedAt = context.stamp.now();
  const closed: ChatItem =
    item.kind === 'text'
      ? { ...item, streaming: false }
      : { ...item, streaming: false, endedAt, ...(signature !== undefined && { signature }) };
  yield { kind: 'item', item: closed };
}

function newToolCall(
  { id, name, json }: OpenBlock & { kind: 'tool' },
  { round, stamp, newCall }: AnswerContext,
  isUsed: (id: string) => boolean,
): NewCall {
  const isUsable = /^[a-zA-Z0-9_-]{1,128}$/.test(id) && !isUsed(id);
  const input = parseInput(json);
  return {
    item: {
      id: isUsable ? id : `toolu_${stamp.newId().replace(/[^a-zA-Z0-9_-]/g, '')}`,
      at: stamp.now(),
      kind: 'tool',
      round,
      call: newCall(name, input ?? {}),
    },
    problem: input ? undefined : `The arguments are not a JSON object: ${json.slice(0, 500)}`,
  };
}

function parseInput(json: string): Record<string, unknown> | undefined {
  const input = json.trim() === '' ? {} : parseJson(json);
  return isRecord(input) ? input : undefined;
}

function retrying({ cause, delayMs, attempt }: ModelEvent & { kind: 'retrying' }): AppError {
  const seconds = Math.ceil(delayMs / 1000);
  return {
    code: 'model/retrying',
    message: `${cause.message} Trying again in ${seconds} s.`,
    params: { ...cause.params, cause: cause.code, seconds, attempt },
  };
}
