import type { ChatItem } from '../../shared/chat.ts';
import { toAppError } from '../../shared/errors.ts';
import type { ToolPool } from '../tools/toolPool.ts';
import { aimOf } from './callAim.ts';
import { streamAnswer } from './answerStream.ts';
import type { Answer, NewCall } from './answerStream.ts';
import { EventQueue } from './eventQueue.ts';
import type { ModelClient } from './model.ts';
import { requestBody } from './requestBody.ts';
import { runCall } from './toolCalls.ts';
import type { CallPorts } from './toolCalls.ts';
import type { SentFiles } from './sentFiles.ts';
import { toMessages } from './toMessages.ts';
import { notice } from './turnEvents.ts';
import type { Stamp, TurnEvent } from './turnEvents.ts';
import { stopNotice } from './stopNotice.ts';

/** What a turn needs. The functions are asked anew each round, so that nothing is stale. */
export type TurnPorts = {
  /** The model in force; throws an AppFailure when there is none. */
  readonly model: () => Promise<{ readonly client: ModelClient; readonly id: string }>;
  readonly pool: () => ToolPool;
  /** What came since the last request, to be put before the next one; asked once a round. */
  readonly incoming?: () => readonly ChatItem[];
  readonly system: () => string;
  readonly calls: CallPorts;
  /** Reads what items refer to, for one request. */
  readonly readFiles: (items: readonly ChatItem[]) => Promise<SentFiles>;
  readonly stamp: Stamp;
  readonly maxRounds?: number;
};

export type Turn = {
  /** The conversation so far, the user's message last. */
  readonly items: readonly ChatItem[];
  /** Stops the turn: what came stays, calls end as stopped. */
  readonly signal: AbortSignal;
  /** Gets, for each call that begins, a way to stop only that one. */
  readonly onCall: (itemId: string, stop: () => void) => void;
};

/**
 * One turn: asks the model, runs the tools it calls, and asks again until an answer calls none. It
 * never throws: failures are notices, a tool's failures are results for the model.
 */
export async function* runTurn(ports: TurnPorts, turn: Turn): AsyncGenerator<TurnEvent> {
  const { maxRounds = 50, stamp } = ports;
  const items = [...turn.items];
  const first = nextRound(items);
  for (let round = first; round < first + maxRounds; round++) {
    yield* record(items, told(ports.incoming?.() ?? []));
    const pool = ports.pool();
    const answer = yield* record(items, askModel(ports, turn, items, pool, round));
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
    const why = stopNotice(answer.stopReason, answer.explanation);
    if (why) yield notice(stamp, 'warn', why);
    if (answer.calls.length === 0) return;
    yield* record(items, runCalls(ports, turn, answer.calls, pool));
    if (turn.signal.aborted) {
      yield notice(stamp, 'info', stopped);
      return;
    }
  }
  yield notice(stamp, 'warn', {
    code: 'chat/round-limit',
    message: `The turn ended after ${maxRounds} rounds of tool calls.`,
    params: { rounds: maxRounds },
  });
}

const stopped = { code: 'chat/stopped', message: 'Stopped.' };

async function* askModel(
  ports: TurnPorts,
  { signal }: Turn,
  items: readonly ChatItem[],
  pool: ToolPool,
  round: number,
): AsyncGenerator<TurnEvent, Answer> {
  try {
    const { client, id } = await ports.model();
    const request = requestBody(
      id,
      ports.system(),
      pool,
      toMessages(items, await ports.readFiles(items)),
    );
    const { stamp } = ports;
    return yield* streamAnswer(client.stream(request, signal), {
      round,
      stamp,
      usedIds: new Set(items.map((item) => item.id)),
      newCall: (name, input) => {
        const { tool } = aimOf(pool, { name, input });
        return {
          name,
          title: tool?.tool.title ?? name,
          ...(tool?.kind === 'server' && { server: tool.tool.server }),
          input,
          state: 'queued',
          startedAt: stamp.now(),
        };
      },
    });
  } catch (thrown) {
    return { calls: [], stopReason: null, failure: toAppError(thrown) };
  }
}

/** Runs the calls of an answer side by side; each ends with a result. */
async function* runCalls(
  { calls: ports }: TurnPorts,
  { signal, onCall }: Turn,
  calls: readonly NewCall[],
  pool: ToolPool,
): AsyncGenerator<TurnEvent> {
  const queue = new EventQueue<TurnEvent>();
  const running = calls.map(async ({ item, problem }) => {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    onCall(item.id, stop);
    try {
      const planned = { item, problem, ...aimOf(pool, item.call) };
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

/** Passes events on and keeps `items` as they make it. */
async function* record<R>(
  items: ChatItem[],
  events: AsyncGenerator<TurnEvent, R>,
): AsyncGenerator<TurnEvent, R> {
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
    if (next.value.kind === 'item') {
      const { item } = next.value;
      let at = items.length - 1;
      while (at >= 0 && items[at]?.id !== item.id) at--;
      items[at === -1 ? items.length : at] = item;
    }
    yield next.value;
  }
}

function nextRound(items: readonly ChatItem[]): number {
  return items.reduce((next, item) => ('round' in item ? Math.max(next, item.round + 1) : next), 1);
}
