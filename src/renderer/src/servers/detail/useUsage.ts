import { useEffect, useState } from 'react';
import type { ServerUsage } from '../../../../shared/server.ts';
import { useBridge } from '../../api.ts';

const nothing: ReadonlyMap<string, ServerUsage> = new Map();

/** What servers take now, by name. Main samples it only while this is mounted in a window in sight. */
export function useUsage(): ReadonlyMap<string, ServerUsage> {
  const bridge = useBridge();
  const [usage, setUsage] = useState(nothing);
  useEffect(() => {
    const watch = (isOn: boolean): void => void bridge.request('servers.watchUsage', isOn);
    const follow = (): void => watch(!document.hidden);
    const stopListening = bridge.on('servers.usage', (list) =>
      setUsage(new Map(list.map((one) => [one.name, one]))),
    );
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stopListening();
      watch(false);
    };
  }, [bridge]);
  return usage;
}
