import type { ChatItemOf, ToolCall } from '../../shared/chat.ts';
import { toolSearchName } from '../tools/builtin/toolSearch.ts';
import type { AnswerContext } from './answerStream.ts';
import type { BlockStart } from './model/model.ts';
import type { TurnEvent } from './turnEvents.ts';

/** A search for tools that the API itself runs, shown like a call of ours. */
export function newSearch(
  id: string,
  input: Record<string, unknown>,
  { round, stamp, newCall }: AnswerContext,
): ChatItemOf<'tool'> {
  const call = newCall(toolSearchName, input);
  const running = { ...call, state: 'running' as const, byApi: true as const };
  return { id, at: stamp.now(), kind: 'tool', round, call: running };
}

/** The search with what it found, or why it could not. */
export function foundBy(
  search: ChatItemOf<'tool'>,
  { tools, error }: BlockStart & { kind: 'found' },
  { stamp }: AnswerContext,
): ChatItemOf<'tool'> {
  const text = error ?? (tools.map((name) => `- ${name}`).join('\n') || 'No tool fits.');
  const call: ToolCall = {
    ...search.call,
    state: error === undefined ? 'done' : 'error',
    endedAt: stamp.now(),
    result: [{ kind: 'text', text }],
    loaded: [...tools],
    outcome: { code: 'tools-found', count: tools.length },
  };
  return { ...search, call };
}

/** Those came to no result. */
export function* stopSearches(searches: Iterable<ChatItemOf<'tool'>>): Generator<TurnEvent> {
  for (const search of searches) {
    yield { kind: 'item', item: { ...search, call: { ...search.call, state: 'stopped' } } };
  }
}
