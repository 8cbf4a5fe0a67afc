import { useEffect, useEffectEvent } from 'react';
import { useBridge } from '../api.ts';
import { useGo } from '../store/stores.ts';

/** Goes to the conversation that a person asked for outside the window, as by a notification. */
export function useAskedPlace(): void {
  const bridge = useBridge();
  const go = useGo();
  const show = useEffectEvent((conversationId: string) => go({ view: 'chat', conversationId }));
  useEffect(() => bridge.on('place.asked', ({ conversationId }) => show(conversationId)), [bridge]);
}
