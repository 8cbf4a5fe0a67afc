import { useEffect } from 'react';
import { useBridge } from '../api.ts';
import { useChannels } from './useChannels.ts';

/** Tells main that what was pushed into the conversation on screen is looked at. */
export function useSeen(conversationId: string | undefined): void {
  const bridge = useBridge();
  const count = useChannels()?.unread.find((one) => one.conversationId === conversationId)?.count;
  useEffect(() => {
    if (conversationId === undefined || count === undefined) return;
    const tell = () => {
      if (document.hasFocus()) void bridge.request('channels.seen', conversationId);
    };
    tell();
    window.addEventListener('focus', tell);
    return () => window.removeEventListener('focus', tell);
  }, [bridge, conversationId, count]);
}
