import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import type { FeedState } from './feedState.ts';
import type { LogFeed } from './logFeed.ts';
import { LogHeadings } from './LogHeadings.tsx';
import { useCommand } from '../keys/useCommand.ts';
import { indexOfSeq } from './logLines.ts';
import { LogMessages } from './LogMessages.tsx';
import { LogRow, rowId } from './LogRow.tsx';
import { stepFrom } from './stepFrom.ts';
import { useLogWords } from './useLogWords.ts';

const rowHeight = 24;
const headHeight = 28;
/** Within so many pixels of an end the next page is asked for. */
const nearEnd = 1_200;

/** For so long after it was opened a line that grows is kept in sight, in milliseconds. */
const settleMs = 600;

type Props = {
  readonly feed: LogFeed;
  readonly state: FeedState;
  readonly active: number | undefined;
  readonly open: number | undefined;
  readonly onActive: (seq: number) => void;
  readonly onToggle: (seq: number) => void;
  /** True when coming back to the end by scrolling should follow again. */
  readonly resumes: boolean;
  readonly onScrolledAway: () => void;
};

/** The lines, of which only those in sight exist in the document. */
export function LogList(props: Props) {
  const { feed, state, active, open, onToggle } = props;
  const { t } = useTranslation('logs');
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, following } = state;
  const words = useLogWords();
  const wasAway = useRef(false);
  const activeIndex = active === undefined ? -1 : indexOfSeq(lines, active);
  const openIndex = open === undefined ? -1 : indexOfSeq(lines, open);

  useLayoutEffect(() => {
    if (following && lines.length > 0) {
      list.current?.scrollToIndex(lines.length - 1, { align: 'end' });
    }
  }, [lines, following]);

  const reveal = useEffectEvent((seq: number) => {
    const index = indexOfSeq(lines, seq);
    if (following || index < 0) return;
    const row = document.getElementById(rowId(seq));
    if (row) row.parentElement?.scrollIntoView({ block: 'nearest' });
    else list.current?.scrollToIndex(index, { align: 'center' });
  });
  useEffect(() => {
    if (active !== undefined && state.loaded) reveal(active);
  }, [active, state.loaded]);
  // The messages of an opened line come a moment later, and the line grows with them.
  const growsUntil = useRef(0);
  useEffect(() => {
    growsUntil.current = open === undefined ? 0 : performance.now() + settleMs;
  }, [open, state.loaded]);

  useEffect(() => {
    if (document.activeElement === document.body) scroller.current?.focus();
  }, []);

  const away = (): void => {
    const box = scroller.current;
    if (box && box.scrollHeight > box.clientHeight) props.onScrolledAway();
  };

  const onScroll = (offset: number): void => {
    const handle = list.current;
    if (!handle || !state.loaded) return;
    const left = handle.scrollSize - handle.viewportSize - offset;
    if (offset < nearEnd && !following) void feed.loadOlder();
    if (left < nearEnd && !state.atEnd) void feed.loadNewer();
    if (following) wasAway.current = false;
    else if (left > rowHeight) wasAway.current = true;
    else if (left < 2 && wasAway.current && state.atEnd && props.resumes) void feed.follow();
  };

  const move = (key: string): boolean => {
    const page = Math.floor((list.current?.viewportSize ?? 240) / rowHeight) - 1;
    const next = stepFrom(key, activeIndex, lines.length, page);
    const line = next === undefined ? undefined : lines[next];
    if (line) props.onActive(line.seq);
    return line !== undefined;
  };
  const moveFromAnywhere = (key: string): void => {
    scroller.current?.focus();
    move(key);
  };
  useCommand('logs.next', () => moveFromAnywhere('j'));
  useCommand('logs.previous', () => moveFromAnywhere('k'));

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key === 'Enter') {
      if (active !== undefined) onToggle(active);
      return;
    }
    if (move(event.key)) event.preventDefault();
  };

  const { atStart, atEnd, total } = state;
  /** How many lines there are before those that are here, where it is known. */
  const offset = atStart ? 0 : atEnd && total !== undefined ? total - lines.length : undefined;
  return (
    <div
      ref={scroller}
      className="log"
      role="treegrid"
      tabIndex={0}
      aria-label={t('title')}
      aria-rowcount={state.total ?? -1}
      {...(activeIndex >= 0 && active !== undefined
        ? { 'aria-activedescendant': rowId(active) }
        : {})}
      onKeyDown={onKeyDown}
      onWheel={(event) => {
        if (event.deltaY < 0) away();
      }}
      onPointerDown={(event) => {
        const box = event.currentTarget;
        if (event.target === box && event.nativeEvent.offsetX > box.clientWidth) away();
      }}
    >
      <LogHeadings />
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        data={lines}
        itemSize={rowHeight}
        startMargin={headHeight}
        shift={state.shifted}
        keepMounted={activeIndex >= 0 ? [activeIndex] : []}
        onScroll={onScroll}
        onResize={() => {
          if (open !== undefined && performance.now() < growsUntil.current) reveal(open);
        }}
      >
        {(entry, index) => (
          <div key={entry.seq} role="rowgroup">
            <LogRow
              entry={entry}
              words={words}
              open={index === openIndex}
              active={index === activeIndex}
              index={offset === undefined ? undefined : offset + index + 1}
              onToggle={onToggle}
            />
            {index === openIndex && (
              <div role="row" className="pair">
                <div role="gridcell" aria-colspan={6}>
                  <LogMessages entry={entry} />
                </div>
              </div>
            )}
          </div>
        )}
      </Virtualizer>
    </div>
  );
}
