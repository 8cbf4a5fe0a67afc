import type { ChatItem, ResultPart, TokenUsage } from '../../../shared/chat.ts';
import type { ReadAttachment } from '../../../shared/resource.ts';
import { estimateTokens } from '../../tools/tokenEstimate.ts';

/** What an image or a document costs about (Messages API, "Vision": width * height / 750). */
const imageTokens = 1_600;
const documentTokens = 6_000;

/** About how many tokens an item is in a request. */
export function itemTokens(item: ChatItem): number {
  switch (item.kind) {
    case 'user': {
      const attached = (item.attachments ?? []).map(attachmentTokens);
      return attached.reduce((sum, tokens) => sum + tokens, estimateTokens(item.text));
    }
    case 'channel':
      return estimateTokens(item.content) + estimateTokens(JSON.stringify(item.meta));
    case 'mail':
    case 'text':
      return estimateTokens(item.text);
    case 'thinking':
      // A signature holds the thinking in a form of its own, about as long.
      return estimateTokens(item.signature ?? '');
    case 'tool':
      return estimateTokens(JSON.stringify(item.call.input)) + resultTokens(item.call.result);
    case 'background':
      return resultTokens(item.call.result);
    case 'notice':
    case 'compaction':
      return 0;
  }
}

function attachmentTokens(one: ReadAttachment): number {
  if (one.kind === 'resource' && one.text !== undefined) return estimateTokens(one.text);
  // Not to be read for an estimate: about 3.5 bytes of it make a token, as in tokenEstimate.
  if (one.mediaType === 'text/plain') return Math.ceil((one.file?.bytes ?? 0) / 3.5);
  return one.mediaType === 'application/pdf' ? documentTokens : imageTokens;
}

export function tokensOf(items: readonly ChatItem[]): number {
  return items.reduce((sum, item) => sum + itemTokens(item), 0);
}

export function resultTokens(result: readonly ResultPart[] = []): number {
  return result.reduce((sum, part) => {
    if (part.kind === 'text') return sum + estimateTokens(part.text);
    return sum + (part.kind === 'image' ? imageTokens : 50);
  }, 0);
}

/**
 * About how many tokens the next request of a conversation has: what the API counted for the latest
 * one and its answer, and an estimate of what came since. Undefined when nothing was counted that
 * still holds: before the first answer, and after a compaction. Looks at the end of the items only.
 */
export function nextRequestTokens(
  items: readonly ChatItem[],
  usage: TokenUsage | undefined,
): number | undefined {
  if (usage === undefined || usage.input + usage.cacheRead + usage.cacheWrite === 0) {
    return undefined;
  }
  let tokens = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
  let round: number | undefined;
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    if (item === undefined || item.kind === 'notice') continue;
    if (item.kind === 'compaction') {
      if (round !== undefined) break;
      if (item.state === 'done') return undefined;
      continue;
    }
    if (!('round' in item)) {
      if (round !== undefined) break;
      tokens += itemTokens(item);
      continue;
    }
    round ??= item.round;
    if (item.round !== round) break;
    if (item.kind === 'tool') tokens += resultTokens(item.call.result);
  }
  return tokens;
}
