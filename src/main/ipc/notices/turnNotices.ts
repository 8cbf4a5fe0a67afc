import type { ChatChange, ChatItem } from '../../../shared/chat.ts';
import type { Notice } from './notices.ts';
import type { AppNotices } from './openNotices.ts';

type Turn = {
  readonly startedAt: number;
  /** A person's message is what it answers. */
  isAsked: boolean;
};

export type TurnNoticesOptions = {
  /** Turns that took less are not told of; undefined for none. In milliseconds. */
  readonly atLeastMs: () => number | undefined;
  /** The newest item of a conversation that a person began; undefined for others. */
  readonly newest: (conversationId: string) => ChatItem | undefined;
  readonly now?: () => number;
};

/**
 * Tells when a long turn is over that a person started; takes every change of every conversation.
 * Looks into a conversation only as a turn begins and ends.
 */
export function turnNotices(
  { notices, words }: AppNotices,
  { atLeastMs, newest, now = Date.now }: TurnNoticesOptions,
): (conversationId: string, change: ChatChange) => void {
  const running = new Map<string, Turn>();
  const ended = (id: string, { isAsked, startedAt }: Turn): void => {
    const [least, took] = [atLeastMs(), now() - startedAt];
    if (!isAsked || least === undefined || took < least) return;
    const last = newest(id);
    if (last === undefined) return;
    const isFailed = last.kind === 'notice' && last.level === 'error';
    const notice: Notice = {
      title: 'Patchbay',
      body: isFailed ? words().turnFailed : words().turnEnded(took),
      conversation: id,
    };
    // The next message may go at once, and its answer is the one to wait for.
    notices.changed(`turn ${id}`, () => (running.has(id) ? undefined : notice));
  };
  return (id, change) => {
    const turn = running.get(id);
    if (change.kind === 'item') {
      if (turn && change.item.kind === 'user') turn.isAsked = true;
    } else if (change.kind !== 'activity') {
      return;
    } else if (change.activity === 'idle') {
      running.delete(id);
      if (turn) ended(id, turn);
    } else if (!turn) {
      running.set(id, { startedAt: now(), isAsked: newest(id)?.kind === 'user' });
      notices.changed(`turn ${id}`, () => undefined);
    }
  };
}
