import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatItemOf } from '../../../shared/chat.ts';
import type { ConversationStore } from '../store/conversation.ts';
import { useConversationHead } from '../store/stores.ts';
import { useErrorText } from '../ui/errorText.ts';
import { nextSentences } from './sentences.ts';

/** Screen readers queue what is polite: more often would only make the pieces shorter. */
const everyMs = 1000;

type Heard = ChatItemOf<'text'> | ChatItemOf<'notice'>;
/** Up to where, in the last item that was heard. */
type Mark = { readonly id: string; readonly upTo: number };

/**
 * What a screen reader hears politely of a conversation that it does not stand in: an answer by
 * whole sentences as they come, what is said about it, such as an error, and that it is over.
 */
export function Announcer({ store }: { readonly store: ConversationStore }) {
  const { t } = useTranslation('chat');
  const text = useErrorText();
  const { activity, ended } = useConversationHead(store) ?? {};
  const isWritten = activity !== 'idle';
  const heard = useRef({ store, ended, isWritten });
  const [said, setSaid] = useState({ words: '', turn: 0 });
  const next = useEffectEvent((mark: Mark | undefined, isOver: boolean): Mark | undefined => {
    const items = itemsAfter(store, mark);
    const parts = items.map((item) => {
      if (item.kind === 'notice') return { said: text(item.notice), upTo: 1 };
      const from = item.id === mark?.id ? mark.upTo : 0;
      return nextSentences(item.text, from, !item.streaming, t('heard.code'));
    });
    const isPlain = isOver && items.at(-1)?.kind !== 'notice';
    const words = [...parts.map((part) => part.said), isPlain ? t('heard.over') : ''];
    const all = words.filter((part) => part !== '').join(' ');
    if (all !== '') setSaid(({ turn }) => ({ words: all, turn: turn + 1 }));
    const [last, end] = [items.at(-1), parts.at(-1)];
    return last && end ? { id: last.id, upTo: end.upTo } : mark;
  });
  useEffect(() => {
    if (!isWritten) return;
    let mark = atEnd(store);
    const timer = setInterval(() => (mark = next(mark, false)), everyMs);
    return () => {
      clearInterval(timer);
      next(mark, store.head().activity === 'idle');
    };
  }, [store, isWritten]);
  useEffect(() => {
    const before = heard.current;
    heard.current = { store, ended, isWritten };
    const isNew = before.store === store && ended !== undefined && ended !== before.ended;
    // So short a turn was never seen to be under way.
    if (isNew && !before.isWritten && !isWritten) next(atQuestion(store), true);
  }, [store, ended, isWritten]);
  return (
    <p className="sr" aria-live="polite">
      {/* The next words may be the same, and are heard all the same. */}
      <span key={said.turn}>{said.words}</span>
    </p>
  );
}

/** What was said before, which has been heard. */
function atEnd(store: ConversationStore): Mark | undefined {
  const last = itemsAfter(store, undefined, 1).at(-1);
  if (!last) return undefined;
  const isNew = last.kind === 'text' && last.streaming;
  return { id: last.id, upTo: isNew ? 0 : last.kind === 'text' ? last.text.length : 1 };
}

/** At the last question, of whose answer nothing has been heard. */
function atQuestion(store: ConversationStore): Mark | undefined {
  const latest = [...store.rows()].reverse();
  const question = latest.find(({ itemId }) => store.item(itemId)?.kind === 'user');
  return question && { id: question.itemId, upTo: 1 };
}

/** The answers and notices from the marked one on, in order; the last `most` of them. */
function itemsAfter(
  store: ConversationStore,
  mark: Mark | undefined,
  most = Infinity,
): readonly Heard[] {
  const rows = store.rows();
  const found: Heard[] = [];
  for (let at = rows.length - 1; at >= 0 && found.length < most; at--) {
    const item = store.item(rows[at]?.itemId ?? '');
    const isKnown = item !== undefined && item.id === mark?.id;
    const isWhole = isKnown && (item.kind !== 'text' || mark.upTo >= item.text.length);
    if (isWhole) break;
    // An answer has a row for each of its blocks.
    const isHeard = item?.kind === 'text' || item?.kind === 'notice';
    if (isHeard && found.at(-1)?.id !== item.id) found.push(item);
    if (isKnown && rows[at - 1]?.itemId !== item.id) break;
  }
  return found.reverse();
}
