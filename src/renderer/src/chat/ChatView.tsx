import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCurrentChat, useGo } from '../store/stores.ts';
import { useShortcut } from '../keys/useShortcut.ts';
import { HistoryToast } from '../history/HistoryToast.tsx';
import { preloadAnswer } from './AnswerBlock.tsx';
import { ConversationList } from './ConversationList.tsx';
import { Talk } from './Talk.tsx';

/** The conversations and the open one. In a narrow window the list folds behind its button. */
export function ChatView() {
  const go = useGo();
  const current = useCurrentChat();
  const [listOpen, setListOpen] = useState(false);
  const open = (id: string | null) => {
    setListOpen(false);
    go({ view: 'chat', conversationId: id });
  };
  useShortcut('Escape', () => setListOpen(false), { enabled: listOpen });
  useEffect(() => {
    const idle = requestIdleCallback(preloadAnswer);
    return () => cancelIdleCallback(idle);
  }, []);
  return (
    <main className={`view chat ${listOpen ? 'list-open' : ''}`}>
      <ConversationList
        current={current}
        onOpen={open}
        onReveal={() => flushSync(() => setListOpen(true))}
      />
      {listOpen && <div className="list-shade" onClick={() => setListOpen(false)} />}
      <HistoryToast />
      <Talk id={current} listOpen={listOpen} onToggleList={() => setListOpen(!listOpen)} />
    </main>
  );
}
