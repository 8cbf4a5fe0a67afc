import { useState } from 'react';
import { usePlace } from '../../store/stores.ts';

/** The tab on show; a link that leads to another one is followed once. */
export function useAskedTab(): readonly [string, (tab: string) => void] {
  const place = usePlace();
  const wanted = place.view === 'servers' ? place.tab : undefined;
  const [followed, setFollowed] = useState(place);
  const [asked, setTab] = useState<string>(wanted ?? 'overview');
  if (followed !== place) {
    setFollowed(place);
    if (wanted !== undefined) setTab(wanted);
  }
  return [asked, setTab];
}
