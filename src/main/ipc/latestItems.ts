import type { Conversation } from '../../shared/chat.ts';

/** So many items are shown at once; the others come as they are scrolled to. */
const most = 300;

/** So many are looked at to find where to cut. */
export const lookedAt = 2 * most + 1;

/** A conversation without its older items, so that a long one opens as fast as a short one. */
export function withLatestItems(conversation: Conversation): Conversation {
  const { items } = conversation;
  if (items.length <= most) return conversation;
  const cut = items.length - most;
  // A turn is not torn apart, unless it is a very long one.
  let from = cut;
  while (from > 0 && cut - from <= most && items[from]?.kind !== 'user') from -= 1;
  if (items[from]?.kind !== 'user') from = cut;
  return { ...conversation, items: items.slice(from), hasEarlier: from > 0 };
}
