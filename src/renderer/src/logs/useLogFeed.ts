import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useBridge } from '../api.ts';
import { countFilter, lineFilter } from './logFilter.ts';
import type { LogChoice } from './logFilter.ts';
import { LogFeed } from './logFeed.ts';
import type { FeedState } from './feedState.ts';

/** The feed of a view for as long as it stands, showing what `choice` asks for. */
export function useLogFeed(
  choice: LogChoice,
  seq?: number,
): { readonly feed: LogFeed; readonly state: FeedState } {
  const bridge = useBridge();
  const [feed] = useState(() => new LogFeed(bridge));
  const state = useSyncExternalStore(feed.subscribe, feed.getState);
  const filter = useMemo(() => lineFilter(choice), [choice]);
  const counted = useMemo(() => countFilter(choice), [choice]);
  useEffect(() => feed.open(), [feed]);
  useEffect(() => {
    // Typing asks once it rests; everything else asks at once.
    const wait = feed.getState().loaded ? 120 : 0;
    const timer = setTimeout(() => void feed.show(filter, counted, seq), wait);
    return () => clearTimeout(timer);
  }, [feed, filter, counted, seq]);
  return { feed, state };
}
