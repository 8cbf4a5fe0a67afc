import type { ChatItem, ChatItemOf, TokenUsage } from '../../shared/chat.ts';
import type { AppError } from '../../shared/errors.ts';

/** What a turn tells while it runs, in order. */
export type TurnEvent =
  /** Adds an item or replaces the one of its id. */
  | { readonly kind: 'item'; readonly item: ChatItem }
  /** More of a streaming text or thinking item. */
  | { readonly kind: 'delta'; readonly id: string; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: TokenUsage; readonly model?: string | undefined };

/** Where ids and times come from. */
export type Stamp = { readonly newId: () => string; readonly now: () => number };

/** `id`: of a notice that this one takes the place of. */
export function notice(
  stamp: Stamp,
  level: ChatItemOf<'notice'>['level'],
  error: AppError,
  id = stamp.newId(),
): TurnEvent {
  return { kind: 'item', item: { id, at: stamp.now(), kind: 'notice', level, notice: error } };
}

/** A person stopped the turn. */
export const stopped: AppError = { code: 'chat/stopped', message: 'Stopped.' };
