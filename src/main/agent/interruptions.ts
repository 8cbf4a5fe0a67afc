import type { ChatItem, ToolCall } from '../../shared/chat.ts';

/** What a call that was cut off by the end of the app tells the model. */
export const interruptedText =
  'Interrupted: Patchbay ended before this call had a result. It may or may not have taken effect.';

/**
 * Brings the items of a conversation that no turn is working on to rest: what was streaming is as
 * long as it got, and an unfinished call has an error as its result. Answers the same array when
 * nothing had to change.
 */
export function settle(items: readonly ChatItem[], now: number): readonly ChatItem[] {
  const settled = items.map((item) => settleItem(item, now));
  return settled.some((item, index) => item !== items[index]) ? settled : items;
}

function settleItem(item: ChatItem, now: number): ChatItem {
  switch (item.kind) {
    case 'text':
      return item.streaming ? { ...item, streaming: false } : item;
    case 'thinking':
      return item.streaming ? { ...item, streaming: false, endedAt: item.endedAt ?? now } : item;
    case 'tool':
      return isUnfinished(item.call) ? { ...item, call: interrupted(item.call, now) } : item;
    case 'compaction':
      return item.state === 'running' ? { ...item, state: 'failed' } : item;
    case 'user':
    case 'channel':
    case 'mail':
    case 'background':
    case 'notice':
      return item;
  }
}

/** Whether a call has no result yet. */
export function isUnfinished(call: ToolCall): boolean {
  return call.state === 'queued' || call.state === 'waiting' || call.state === 'running';
}

function interrupted(call: ToolCall, now: number): ToolCall {
  const { prompt: _prompt, progress: _progress, ...rest } = call;
  return {
    ...rest,
    state: 'error',
    endedAt: now,
    result: [{ kind: 'text', text: interruptedText }],
  };
}
