import { useEffect, useEffectEvent } from 'react';
import type { AskedPlace } from '../../../shared/notices.ts';
import { useBridge } from '../api.ts';
import { useGo } from '../store/stores.ts';

/** Goes to where a person asked to be led outside the window, as by a notification or the tray. */
export function useAskedPlace(): void {
  const bridge = useBridge();
  const go = useGo();
  const show = useEffectEvent((place: AskedPlace) => go(place));
  useEffect(() => bridge.on('place.asked', (place) => show(place)), [bridge]);
}
