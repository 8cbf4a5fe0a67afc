import type { ChatItem } from '../../../shared/chat.ts';
import { compactedView, shorten } from './compactedView.ts';
import { resultTokens, tokensOf } from './contextSize.ts';

/** What to do so that the next request is smaller; `upTo` is the id of the last item it is about. */
export type CompactionPlan = { readonly kind: 'shorten' | 'summarize'; readonly upTo: string };

/** The share of the context window whose latest part is left as it is. */
const keptShare = 0.2;
/** Shortening is enough when it brings a request down to this share of the limit. */
const enough = 0.75;

/**
 * What to do about a request of `tokens` tokens where `limit` are let in of a context window of
 * `window`: nothing, shorten old tool results where that is enough, or else have what is old
 * summarized. `force`: the API has refused the request, or a person asks, so that something is done
 * whatever the estimate says; by hand everything is summarized.
 */
export function planCompaction(
  items: readonly ChatItem[],
  size: { readonly tokens: number; readonly limit: number; readonly window: number },
  force?: 'refused' | 'by hand',
): CompactionPlan | undefined {
  if (force === undefined && size.tokens <= size.limit) return undefined;
  const view = compactedView(items);
  const parts = partsOf(view);
  const keep = force === 'by hand' ? 0 : Math.min(size.window, size.tokens) * keptShare;
  const old = oldItems(parts, keep);
  if (force === undefined) {
    const saved = old.reduce((sum, item) => sum + savedBy(item), 0);
    const last = old.at(-1);
    if (last && size.tokens - saved <= size.limit * enough) {
      return { kind: 'shorten', upTo: last.id };
    }
  }
  const last = old.filter((item) => !isAside(item)).at(-1);
  const isWorthIt = old.some((item) => 'round' in item);
  return last && isWorthIt ? { kind: 'summarize', upTo: last.id } : undefined;
}

/** What may not be torn apart: an answer with its results, or something said to the model. */
export type Part = { readonly items: ChatItem[]; readonly isAnswer: boolean };

/** The parts of a view up to and with the one that has an item. */
export function partsUpTo(view: readonly ChatItem[], id: string): readonly Part[] {
  const parts = partsOf(view);
  const last = parts.findIndex(({ items }) => items.some((item) => item.id === id));
  return parts.slice(0, last + 1);
}

function partsOf(view: readonly ChatItem[]): readonly Part[] {
  const parts: Part[] = [];
  let round: number | undefined;
  for (const item of view) {
    const last = parts.at(-1);
    const own = 'round' in item ? item.round : undefined;
    const joins = isAside(item) || (own !== undefined && own === round);
    if (last && joins) last.items.push(item);
    else parts.push({ items: [item], isAnswer: own !== undefined });
    if (!isAside(item)) round = own;
  }
  return parts;
}

/** Nothing that the model is given. */
function isAside({ kind }: ChatItem): boolean {
  return kind === 'notice' || kind === 'compaction';
}

/**
 * All items but those of the latest parts that together have at most `keep` tokens. What was said
 * last to the model is always kept, and an answer at the end only where there is room.
 */
function oldItems(parts: readonly Part[], keep: number): readonly ChatItem[] {
  let end = parts.length;
  let tokens = 0;
  while (end > 0) {
    const part = parts[end - 1];
    if (part === undefined) break;
    tokens += tokensOf(part.items);
    const isOpenQuestion = !part.isAnswer && parts.slice(end).every((one) => !one.isAnswer);
    if (tokens > keep && !isOpenQuestion) break;
    end--;
  }
  return parts.slice(0, end).flatMap(({ items }) => items);
}

function savedBy(item: ChatItem): number {
  const short = shorten(item);
  if (item.kind !== 'tool' || short.kind !== 'tool' || short === item) return 0;
  return resultTokens(item.call.result) - resultTokens(short.call.result);
}
