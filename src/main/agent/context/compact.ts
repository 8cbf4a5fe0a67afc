import type { ChatItemOf } from '../../../shared/chat.ts';
import { AppFailure, toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { tokensOf } from './contextSize.ts';
import type { MessageParam, ModelClient, ModelRequest } from '../model/model.ts';
import { partsUpTo } from './planCompaction.ts';
import type { CompactionPlan } from './planCompaction.ts';
import { summaryRequest, toSummarize } from './summaryPrompt.ts';
import { joinMessages, toMessages } from '../request/toMessages.ts';
import type { BlockMessage } from '../request/toMessages.ts';
import type { Transcript } from '../request/transcript.ts';
import type { Stamp, TurnEvent } from '../turnEvents.ts';

export type CompactionPorts = {
  readonly client: ModelClient;
  /** The request that an answer would be asked for with, made of other messages. */
  readonly request: (messages: readonly MessageParam[]) => ModelRequest;
  /** How many tokens the model takes, and about how many the next request has. */
  readonly window: number;
  readonly tokens: number;
  readonly stamp: Stamp;
};

/** What a summary may have. */
const mostSummaryTokens = 8_000;
/** The share of the window that is summarized at once; half of what was sent after each refusal. */
const share = 0.7;
const tries = 4;

/**
 * Carries out a plan; the transcript must get the items as they come. Answers why it failed, if it
 * did: then the conversation is as it was.
 */
export async function* compact(
  plan: CompactionPlan,
  transcript: Transcript,
  ports: CompactionPorts,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, AppError | undefined> {
  const { stamp, tokens } = ports;
  const before = tokensOf(transcript.view);
  const item: ChatItemOf<'compaction'> = {
    id: stamp.newId(),
    at: stamp.now(),
    kind: 'compaction',
    state: 'running',
    upTo: plan.upTo,
    tokensBefore: tokens,
  };
  let summary: string | undefined;
  if (plan.kind === 'summarize') {
    yield { kind: 'item', item };
    try {
      summary = await summarize(plan.upTo, transcript, ports, signal);
    } catch (thrown) {
      yield { kind: 'item', item: { ...item, state: 'failed' } };
      return toAppError(thrown);
    }
  }
  const done = { ...item, state: 'done' as const, ...(summary !== undefined && { summary }) };
  yield { kind: 'item', item: done };
  // By how much the estimate fell, the request fell too.
  const tokensAfter = Math.max(0, tokens - (before - tokensOf(transcript.view)));
  yield { kind: 'item', item: { ...done, tokensAfter } };
  return undefined;
}

/** Asks for the summary of everything up to an item; throws an AppFailure when there is none. */
async function summarize(
  upTo: string,
  transcript: Transcript,
  { client, request, window }: CompactionPorts,
  signal: AbortSignal,
): Promise<string> {
  const parts = partsUpTo(transcript.view, upTo);
  let budget = window * share;
  for (let attempt = 1; ; attempt++) {
    const items = toSummarize(parts, budget);
    const ask: BlockMessage = { role: 'user', content: [{ type: 'text', text: summaryRequest }] };
    const messages = joinMessages(toMessages(items, new Map()), [ask]);
    const body: ModelRequest = { ...request(messages), tool_choice: { type: 'none' } };
    const max_tokens = Math.min(body.max_tokens, mostSummaryTokens);
    try {
      const text = await textOf(client, { ...body, max_tokens }, signal);
      if (text.trim() !== '') return text.trim();
      throw new AppFailure({ code: 'chat/no-summary', message: 'The model wrote no summary.' });
    } catch (thrown) {
      const isTooLong = toAppError(thrown).code === 'model/context-full';
      if (!isTooLong || attempt === tries) throw thrown;
      budget = tokensOf(items) / 2;
    }
  }
}

async function textOf(
  client: ModelClient,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<string> {
  let text = '';
  const texts = new Set<number>();
  for await (const event of client.stream(request, signal, { plain: true })) {
    if (event.kind === 'block' && event.block.kind === 'text') texts.add(event.index);
    if (event.kind === 'text' && texts.has(event.index)) text += event.text;
  }
  if (signal.aborted) {
    throw new AppFailure({ code: 'chat/stopped', message: 'Stopped.' });
  }
  return text;
}
