import type { ToolCall } from '../../../shared/chat.ts';
import { usualContext } from '../../../shared/context.ts';
import { toAppError } from '../../../shared/errors.ts';
import type { ToolPool } from '../../tools/toolPool.ts';
import { estimateTokens } from '../../tools/tokenEstimate.ts';
import type { TurnPorts } from '../agentLoop.ts';
import { streamAnswer } from '../answerStream.ts';
import type { Answer } from '../answerStream.ts';
import { stopSearches } from '../apiSearchItems.ts';
import { fitApiSearches } from '../model/apiToolSearch.ts';
import { aimOf } from '../callAim.ts';
import { compact } from '../context/compact.ts';
import { contextLimits } from '../context/contextLimits.ts';
import type { ContextLimits } from '../context/contextLimits.ts';
import { nextRequestTokens, tokensOf } from '../context/contextSize.ts';
import type { MessageParam, ModelClient, ModelRequest } from '../model/model.ts';
import { offerTools, withSearch } from './offeredTools.ts';
import type { OfferedTools } from './offeredTools.ts';
import { planCompaction } from '../context/planCompaction.ts';
import { requestBody } from './requestBody.ts';
import type { Transcript } from './transcript.ts';
import { notice } from '../turnEvents.ts';
import type { TurnEvent } from '../turnEvents.ts';

export type AskPorts = Pick<TurnPorts, 'model' | 'prompt' | 'limits' | 'readFiles' | 'stamp'>;

/** What one request is made with. */
export type Asking = {
  readonly client: ModelClient;
  readonly limits: ContextLimits;
  readonly offered: OfferedTools;
  readonly request: (messages: readonly MessageParam[]) => ModelRequest;
};

/**
 * Asks for one answer. A request that nears the context window is compacted before, one that the API
 * refuses as too long after, and asked once again. The transcript must get the items as they come.
 * `paused` has the searches with which the answer before paused, which this one goes on with.
 */
export async function* askModel(
  ports: AskPorts,
  signal: AbortSignal,
  transcript: Transcript,
  pool: ToolPool,
  paused: Answer['openSearches'] = [],
): AsyncGenerator<TurnEvent, Answer> {
  try {
    let now = await asking(ports, transcript, pool);
    if (yield* makeRoom(ports, signal, transcript, now)) {
      now = await asking(ports, transcript, pool);
    }
    const answer = yield* ask(ports, signal, transcript, pool, now, paused);
    const code = answer.failure?.code;
    if (code === 'model/context-full') {
      if (!(yield* makeRoom(ports, signal, transcript, now, 'refused'))) return answer;
    } else if (code !== 'model/no-tool-search') return answer;
    now = await asking(ports, transcript, pool);
    return yield* ask(ports, signal, transcript, pool, now);
  } catch (thrown) {
    yield* stopSearches(paused);
    return { calls: [], stopReason: null, failure: toAppError(thrown) };
  }
}

/** Compacts the conversation because a person asks for it. */
export async function* compactByHand(
  ports: AskPorts,
  signal: AbortSignal,
  transcript: Transcript,
  pool: ToolPool,
): AsyncGenerator<TurnEvent> {
  try {
    const now = await asking(ports, transcript, pool);
    yield* makeRoom(ports, signal, transcript, now, 'by hand');
  } catch (thrown) {
    yield notice(ports.stamp, 'error', toAppError(thrown));
  }
}

const nothingToCompact = {
  code: 'chat/nothing-to-compact',
  message: 'There is nothing to compact yet.',
};

/** Compacts where that is due; answers whether something was. A failure is told, and no more. */
async function* makeRoom(
  { stamp }: AskPorts,
  signal: AbortSignal,
  transcript: Transcript,
  now: Asking,
  force?: 'refused' | 'by hand',
): AsyncGenerator<TurnEvent, boolean> {
  const { client, request } = now;
  const { window, compactOver: limit } = now.limits;
  const tokens = requestTokens(now, transcript);
  if (force === undefined && (tokens <= limit || transcript.hasFailedToCompact)) return false;
  const plan = planCompaction(transcript.view, { tokens, limit, window }, force);
  if (!plan) {
    if (force === 'by hand') yield notice(stamp, 'info', nothingToCompact);
    return false;
  }
  const sizes = { client, request, window, tokens, stamp };
  const failure = yield* compact(plan, transcript, sizes, signal);
  if (failure && !signal.aborted) yield notice(stamp, 'warn', failure);
  return failure === undefined;
}

async function* ask(
  { readFiles, stamp }: AskPorts,
  signal: AbortSignal,
  transcript: Transcript,
  pool: ToolPool,
  { client, limits, request }: Asking,
  openSearches: Answer['openSearches'] = [],
): AsyncGenerator<TurnEvent, Answer> {
  const files = await readFiles(transcript.view, limits.window);
  return yield* streamAnswer(client.stream(request(transcript.messages(files)), signal), {
    round: transcript.nextRound,
    stamp,
    isUsed: (id) => transcript.has(id),
    newCall: (name, input) => newCall(pool, name, input, stamp.now()),
    openSearches,
  });
}

/** What the next request of a conversation is made with. */
export async function asking(
  { model, prompt: promptOf, limits: limitsOf }: AskPorts,
  transcript: Transcript,
  pool: ToolPool,
): Promise<Asking> {
  const { client, id } = await model();
  const known = client.contextWindow(id);
  const limits = limitsOf?.(known) ?? contextLimits(usualContext, known);
  const offered = offerTools(pool, knownTools(transcript), limits, client.hasToolSearch(id));
  const prompt = promptOf();
  const searchable =
    offered.search === 'api' ? new Set(offered.deferred.map(({ name }) => name)) : undefined;
  return {
    client,
    limits,
    offered,
    request: (messages) => {
      const fitted = transcript.hasApiSearches ? fitApiSearches(messages, searchable) : messages;
      return requestBody(id, prompt, offered, fitted, limits.window);
    },
  };
}

function knownTools({ loaded, view, hasApiSearches }: Transcript) {
  const referenced = new Set<string>();
  if (hasApiSearches) {
    for (const item of view) {
      if (item.kind !== 'tool' || !item.call.byApi) continue;
      for (const name of item.call.loaded ?? []) referenced.add(name);
    }
  }
  return { loaded, referenced };
}

/**
 * By the API's count where it holds, by estimate otherwise. A count that would lead to a compaction is
 * held against the estimate: a question of long ago may have been asked anew since.
 */
function requestTokens({ request, offered, limits }: Asking, transcript: Transcript): number {
  const counted = nextRequestTokens(transcript.items, transcript.usage);
  if (counted !== undefined && counted <= limits.compactOver) return counted;
  const { system, tools } = request([]);
  const told = tools.slice(0, tools.length - offered.deferred.length);
  const estimate = estimateTokens(JSON.stringify([system, told])) + tokensOf(transcript.view);
  return counted === undefined || estimate < counted / 2 ? estimate : counted;
}

function newCall(
  pool: ToolPool,
  name: string,
  input: Record<string, unknown>,
  startedAt: number,
): ToolCall {
  const { tool } = aimOf(withSearch(pool), { name, input });
  return {
    name,
    title: tool?.tool.title ?? name,
    ...(tool?.kind === 'server' && { server: tool.tool.server }),
    input,
    state: 'queued',
    startedAt,
  };
}
