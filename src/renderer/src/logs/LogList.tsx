import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import type { LogFeed, FeedState } from './logFeed.ts';
import { LogHeadings } from './LogHeadings.tsx';
import { useShortcut } from '../ui/useShortcut.ts';
import { indexOfSeq } from './logLines.ts';
import { LogMessages } from './LogMessages.tsx';
import { LogRow, rowId } from './LogRow.tsx';
import { stepFrom } from './stepFrom.ts';

const rowHeight = 24;
const headHeight = 28;
/** Within so many pixels of an end the next page is asked for. */
const nearEnd = 1_200;

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
  const activeIndex = active === undefined ? -1 : indexOfSeq(lines, active);
  const openIndex = open === undefined ? -1 : indexOfSeq(lines, open);

  useLayoutEffect(() => {
    if (following && lines.length > 0) {
      list.current?.scrollToIndex(lines.length - 1, { align: 'end' });
    }
  }, [lines, following]);

  const reveal = useEffectEvent((seq: number) => {
    const index = indexOfSeq(lines, seq);
    if (!following && index >= 0) list.current?.scrollToIndex(index, { align: 'nearest' });
  });
  useEffect(() => {
    if (active !== undefined) reveal(active);
  }, [active]);

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
    if (left < 2 && state.atEnd && !following && props.resumes) void feed.follow();
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
  useShortcut('j', () => moveFromAnywhere('j'));
  useShortcut('k', () => moveFromAnywhere('k'));

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

  return (
    <div
      ref={scroller}
      className="log"
      role="treegrid"
      tabIndex={0}
      aria-label={t('title')}
      aria-rowcount={state.total}
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
      >
        {(entry, index) => (
          <div key={entry.seq} role="rowgroup">
            <LogRow
              entry={entry}
              open={index === openIndex}
              active={index === activeIndex}
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
