import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import type { ConversationStore } from '../store/conversation.ts';
import type { Row } from '../store/rows.ts';
import { Icon } from '../ui/Icon.tsx';
import { RowView } from './RowView.tsx';
import { StuckQuestion } from './StuckQuestion.tsx';
import { useFollow } from './useFollow.ts';
import { useHome } from '../history/useHome.ts';
import { useJump } from '../history/useJump.ts';
import { useChats } from '../store/stores.ts';

/** The messages: opens at the end and follows it, until the reader scrolls away from there. */
export function MessageList({ store }: { store: ConversationStore }) {
  const { t } = useTranslation('chat');
  const rows = useSyncExternalStore(store.subscribe, store.rows);
  const isPrepended = useSyncExternalStore(store.subscribe, store.isPrepended);
  const { bringEarlier } = useChats();
  const list = useRef<VirtualizerHandle>(null);
  const { box, following, atEnd, onScroll, onResize, onClickCapture, toEnd, leave } = useFollow();
  const [question, setQuestion] = useState<string>();
  const jumped = useJump(store, rows, list, leave);
  const onKeyDown = useHome(store, rows, list, leave);
  const look = () => {
    onScroll();
    if (!list.current) return;
    setQuestion(questionAbove(list.current, rows));
    if (list.current.scrollOffset < earlierWithin) bringEarlier(store);
  };
  return (
    <div className="flow-frame">
      <div
        ref={box}
        className="flow"
        // A region that scrolls has to be reachable by keyboard.
        tabIndex={0}
        role="log"
        aria-label={t('messages')}
        aria-live="off"
        onClickCapture={onClickCapture}
        onKeyDown={onKeyDown}
      >
        <Virtualizer
          ref={list}
          data={rows}
          scrollRef={box}
          shift={isPrepended}
          bufferSize={300}
          onScroll={look}
          onResize={onResize}
        >
          {(row) => <RowView key={row.key} row={row} isJumped={row.itemId === jumped} />}
        </Virtualizer>
      </div>
      {question !== undefined && <StuckQuestion store={store} id={question} />}
      {!atEnd && !following && (
        <button type="button" className="btn to-end" onClick={toEnd}>
          <Icon name="down" className="s14" />
          {t('to-end')}
        </button>
      )}
    </div>
  );
}

/** So near to the top what came before is brought in, in pixels. */
const earlierWithin = 3_000;

/** Where the one line of the stuck question ends, below the top of the list, in pixels. */
const stuckBottom = 44;

/** The question of the turn being read, when it has been scrolled out above. */
function questionAbove(list: VirtualizerHandle, rows: readonly Row[]): string | undefined {
  const top = list.scrollOffset;
  for (let index = list.findItemIndex(top); index >= 0; index -= 1) {
    const row = rows[index];
    if (row?.kind !== 'user') continue;
    const bottom = list.getItemOffset(index) + list.getItemSize(index) - top;
    // A question of one line ends there when the list is at its top, and is itself to be seen.
    return bottom >= stuckBottom ? undefined : row.itemId;
  }
  return undefined;
}
