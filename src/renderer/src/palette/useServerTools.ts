import { useEffect, useState } from 'react';
import type { ServerDetail } from '../../../shared/server.ts';
import { ask, useBridge } from '../api.ts';
import { useServers } from '../store/stores.ts';

/** The connected servers with their tools, asked for once; a server that does not answer has none. */
export function useServerTools(): readonly ServerDetail[] {
  const bridge = useBridge();
  const [details, setDetails] = useState<readonly ServerDetail[]>([]);
  const connected = (useServers() ?? [])
    .filter(({ state }) => state.kind === 'connected')
    .map(({ name }) => name)
    .join('\n');
  useEffect(() => {
    let isOver = false;
    const names = connected.split('\n').filter(Boolean);
    const asked = names.map((name) => ask(bridge, 'servers.detail', name));
    void Promise.allSettled(asked).then((all) => {
      if (isOver) return;
      setDetails(all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    });
    return () => {
      isOver = true;
    };
  }, [bridge, connected]);
  return details;
}
