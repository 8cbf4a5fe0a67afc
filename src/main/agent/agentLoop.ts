import { setMaxListeners } from 'node:events';
import type { ChatItem, TokenUsage } from '../../shared/chat.ts';
import type { ToolPool } from '../tools/toolPool.ts';
import { stopSearches } from './apiSearchItems.ts';
import { aimOf } from './callAim.ts';
import type { Answer, NewCall } from './answerStream.ts';
import { askModel, compactByHand } from './request/askModel.ts';
import type { AskPorts } from './request/askModel.ts';
import type { ContextLimits } from './context/contextLimits.ts';
import { EventQueue } from './eventQueue.ts';
import type { Prompt } from './request/keptPrompts.ts';
import type { ModelClient } from './model/model.ts';
import { withSearch } from './request/offeredTools.ts';
import { runCall } from './toolCalls.ts';
import type { CallPorts } from './toolCalls.ts';
import type { SentFiles } from './request/sentFiles.ts';
import { Transcript } from './request/transcript.ts';
import { notice, stopped } from './turnEvents.ts';
import type { Stamp, TurnEvent } from './turnEvents.ts';
import { stopNotice } from './stopNotice.ts';

/** What a turn needs. The functions are asked anew each round, so that nothing is stale. */
export type TurnPorts = {
  /** The model in force; throws an AppFailure when there is none. */
  readonly model: () => Promise<{ readonly client: ModelClient; readonly id: string }>;
  readonly pool: () => ToolPool;
  /** What came since the last request, to be put before the next one; asked once a round. */
  readonly incoming?: () => readonly ChatItem[];
  readonly prompt: () => Prompt;
  /** By the context window that the API tells of, if it does. */
  readonly limits?: (window: number | undefined) => ContextLimits;
  readonly calls: CallPorts;
  /** Reads what items refer to, for one request. */
  /** `window` is how many tokens the model takes. */
  readonly readFiles: (items: readonly ChatItem[], window: number) => Promise<SentFiles>;
  readonly stamp: Stamp;
  readonly maxRounds?: number;
};

export type Turn = {
  /** The conversation so far, the user's message last. */
  readonly items: readonly ChatItem[];
  /** What the API counted for the latest request before. */
  readonly usage?: TokenUsage | undefined;
  /** Stops the turn: what came stays, calls end as stopped. */
  readonly signal: AbortSignal;
  /** Whether it is to end once the calls of a round have their results. */
  readonly isEnding?: () => boolean;
  /** Gets, for each call that begins, a way to stop only that one; `why` in words for the model. */
  readonly onCall: (itemId: string, stop: (why?: string) => void) => void;
};

/**
 * How often a turn goes on by itself after a pause. The API pauses in the middle of long work of its
 * own, and goes on when it is sent what it wrote (Messages API, "Handling stop reasons").
 */
const mostPauses = 5;

/**
 * One turn: asks the model, runs the tools it calls, and asks again until an answer calls none. It
 * never throws: failures are notices, a tool's failures are results for the model.
 */
export async function* runTurn(ports: TurnPorts, turn: Turn): AsyncGenerator<TurnEvent> {
  const { maxRounds = 50, stamp } = ports;
  const transcript = new Transcript(turn.items, turn.usage);
  let pauses = 0;
  let paused: Answer['openSearches'] & {} = [];
  for (let round = 0; round < maxRounds; round++) {
    // The API goes on with what it wrote itself, and nothing behind it.
    if (paused.length === 0) yield* record(transcript, told(ports.incoming?.() ?? []));
    const pool = ports.pool();
    const asked = askModel(ports, turn.signal, transcript, pool, paused);
    const answer = yield* record(transcript, asked);
    paused = answer.openSearches ?? [];
    if (answer.failure) {
      yield* endCalls(answer.calls, stamp, 'The answer broke off before this call could run.');
      yield notice(stamp, 'error', answer.failure);
      return;
    }
    if (turn.signal.aborted) {
      yield* endCalls(answer.calls, stamp, 'The user stopped the answer before this call ran.');
      yield notice(stamp, 'info', stopped);
      return;
    }
    if (paused.length > 0 && answer.calls.length === 0 && ++pauses <= mostPauses) continue;
    yield* stopSearches(paused);
    const why = stopNotice(answer.stopReason, answer.explanation);
    if (why) yield notice(stamp, 'warn', why);
    if (answer.stopReason === 'refusal') {
      yield* endCalls(answer.calls, stamp, 'The model declined to go on before this call ran.');
      return;
    }
    if (answer.calls.length === 0) return;
    yield* record(transcript, runCalls(ports, turn, answer.calls, pool));
    if (turn.signal.aborted) {
      yield notice(stamp, 'info', stopped);
      return;
    }
    if (turn.isEnding?.() === true) return;
  }
  yield notice(stamp, 'warn', {
    code: 'chat/round-limit',
    message: `The turn ended after ${maxRounds} rounds of tool calls.`,
    params: { rounds: maxRounds },
  });
}

/** Compacts the conversation because a person asks for it. */
export async function* runCompaction(
  ports: AskPorts,
  pool: ToolPool,
  { items, usage, signal }: Turn,
): AsyncGenerator<TurnEvent> {
  const transcript = new Transcript(items, usage);
  yield* record(transcript, compactByHand(ports, signal, transcript, pool));
}

/** Runs the calls of an answer side by side; each ends with a result. */
async function* runCalls(
  { calls: ports }: TurnPorts,
  { signal, onCall }: Turn,
  calls: readonly NewCall[],
  pool: ToolPool,
): AsyncGenerator<TurnEvent> {
  const queue = new EventQueue<TurnEvent>();
  const tools = withSearch(pool);
  // One listener a call, however many there are.
  setMaxListeners(0, signal);
  const running = calls.map(async ({ item, problem }) => {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    onCall(item.id, (why) => controller.abort(why));
    try {
      const planned = { item, problem, ...aimOf(tools, item.call) };
      await runCall(planned, ports, controller.signal, (changed) =>
        queue.push({ kind: 'item', item: changed }),
      );
    } finally {
      signal.removeEventListener('abort', stop);
    }
  });
  void Promise.allSettled(running).then(() => queue.close());
  yield* queue;
}

function* endCalls(calls: readonly NewCall[], { now }: Stamp, text: string): Generator<TurnEvent> {
  for (const { item } of calls) {
    const result = [{ kind: 'text' as const, text }];
    const call = { ...item.call, state: 'stopped' as const, endedAt: now(), result };
    yield { kind: 'item', item: { ...item, call } };
  }
}

// An async generator, as record takes them.
async function* told(items: readonly ChatItem[]): AsyncGenerator<TurnEvent> {
  for (const item of items) yield { kind: 'item', item };
}

/** Passes events on and keeps the transcript as they make it. */
async function* record<R>(
  transcript: Transcript,
  events: AsyncGenerator<TurnEvent, R>,
): AsyncGenerator<TurnEvent, R> {
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
    if (next.value.kind === 'item') transcript.put(next.value.item);
    if (next.value.kind === 'usage') transcript.usage = next.value.usage;
    yield next.value;
  }
}
