import { useEffect, useMemo, useState } from 'react';
import type { SignInView } from '../../../shared/auth.ts';
import type { ServerSummary, TransportKind } from '../../../shared/server.ts';
import { useBridge } from '../api.ts';

/** The kinds of server that know who asks. */
export const signsIn: ReadonlySet<TransportKind> = new Set(['http', 'sse', 'ws']);

/** How the sign-in to each remote server stands, by name; one that is not known yet is missing. */
export function useSignIns(servers: readonly ServerSummary[]): ReadonlyMap<string, SignInView> {
  const bridge = useBridge();
  const [views, setViews] = useState<ReadonlyMap<string, SignInView>>(new Map());
  const remote = servers.filter(({ transport }) => signsIn.has(transport));
  const key = JSON.stringify(remote.map(({ name }) => name));
  useEffect(() => {
    let isCurrent = true;
    const told = new Set<string>();
    const keep = (view: SignInView): void =>
      setViews((before) => new Map(before).set(view.server, view));
    const stop = bridge.on('auth.changed', (view) => {
      told.add(view.server);
      keep(view);
    });
    for (const name of JSON.parse(key) as readonly string[]) {
      void bridge.request('auth.view', name).then((result) => {
        if (isCurrent && result.ok && !told.has(name)) keep(result.value);
      });
    }
    return () => {
      isCurrent = false;
      stop();
    };
  }, [bridge, key]);
  return useMemo(() => {
    const names = new Set(JSON.parse(key) as readonly string[]);
    return new Map([...views].filter(([name]) => names.has(name)));
  }, [views, key]);
}
