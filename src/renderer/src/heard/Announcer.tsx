import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationStore } from '../store/conversation.ts';
import { useConversationHead } from '../store/stores.ts';
import { nextSentences } from './sentences.ts';

/** Screen readers queue what is polite: more often would only make the pieces shorter. */
const everyMs = 1000;

/**
 * What a screen reader hears of a conversation that it does not stand in: an answer politely, by
 * whole sentences as they come; a permission prompt at once, with the tool, its server and why.
 */
export function Announcer({ store }: { readonly store: ConversationStore }) {
  const head = useConversationHead(store);
  const said = useAnswer(store, head?.activity !== 'idle');
  const prompt = usePrompt(store, head?.waiting);
  return (
    <>
      <p className="sr" aria-live="polite">
        {said}
      </p>
      <p className="sr" role="alert">
        {prompt}
      </p>
    </>
  );
}

function useAnswer(store: ConversationStore, isWritten: boolean): string {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!isWritten) return;
    let heard = atEnd(store);
    const listen = () => {
      const text = lastText(store);
      if (!text) return;
      const from = heard?.id === text.id ? heard.upTo : 0;
      const next = nextSentences(text.text, from, !text.streaming);
      heard = { id: text.id, upTo: next.upTo };
      if (next.said !== '') setSaid(next.said);
    };
    const timer = setInterval(listen, everyMs);
    return () => {
      clearInterval(timer);
      listen();
    };
  }, [store, isWritten]);
  return said;
}

function usePrompt(store: ConversationStore, id: string | undefined): string {
  const { t } = useTranslation('chat');
  const item = id === undefined ? undefined : store.item(id);
  if (item?.kind !== 'tool' || !item.call.prompt) return '';
  const { server = t('prompt.builtin'), title: tool, prompt } = item.call;
  const { reason, rule } = prompt;
  const why = t(`why.${reason}`, { rule: rule?.text ?? '' });
  return `${t('prompt.title', { server, tool })} ${t('prompt.why')} ${why}`;
}

/** The last words of an earlier answer, which have been heard. */
function atEnd(
  store: ConversationStore,
): { readonly id: string; readonly upTo: number } | undefined {
  const text = lastText(store);
  if (!text) return undefined;
  return { id: text.id, upTo: text.streaming ? 0 : text.text.length };
}

function lastText(store: ConversationStore) {
  const rows = store.rows();
  for (let at = rows.length - 1; at >= 0; at--) {
    const item = store.item(rows[at]?.itemId ?? '');
    if (item?.kind === 'text') return item;
  }
  return undefined;
}
