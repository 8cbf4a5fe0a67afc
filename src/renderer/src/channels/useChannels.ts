import { useEffect, useState } from 'react';
import type { ChannelsView } from '../../../shared/channel.ts';
import { useBridge } from '../api.ts';

/** The channels as main has them now, undefined until it has answered. */
export function useChannels(): ChannelsView | undefined {
  const bridge = useBridge();
  const [view, setView] = useState<ChannelsView>();
  useEffect(() => {
    let isTold = false;
    const stop = bridge.on('channels.changed', (changed) => {
      isTold = true;
      setView(changed);
    });
    void bridge.request('channels.view', undefined).then((result) => {
      if (result.ok && !isTold) setView(result.value);
    });
    return () => {
      isTold = true;
      stop();
    };
  }, [bridge]);
  return view;
}
