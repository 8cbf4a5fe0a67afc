import type { AskedPlace } from '../../../shared/notices.ts';
import type { ConnectionState, ServerSummary } from '../../../shared/server.ts';

/** Something that a person is asked, where it can be answered, and what that place is called. */
export type Wait = { readonly place: AskedPlace; readonly title: string };

export type TrayFacts = {
  readonly servers: readonly Pick<ServerSummary, 'name' | 'state'>[];
  /** Oldest first. */
  readonly waits: readonly Wait[];
};

/** A server that does not go on by itself. */
export type ServerNeed = { readonly server: string; readonly kind: 'failed' | 'needs-auth' };

export type TrayState = {
  readonly kind: 'fine' | 'waits' | 'failed';
  readonly connected: number;
  readonly servers: number;
  /** All that waits for the person, sign-ins among it. */
  readonly waiting: number;
  /** By place, the oldest first; as many as a menu has room for. */
  readonly waits: readonly (Wait & { readonly count: number })[];
  readonly needs: readonly ServerNeed[];
};

/** So many places, and so many servers, stand in the menu. */
const mostShown = 8;

/**
 * What the tray shows. What waits for the person goes before a server that failed: one that is
 * broken for weeks must not hide that an answer can't go on.
 */
export function trayState({ servers, waits }: TrayFacts): TrayState {
  const places = new Map<string, Wait & { count: number }>();
  for (const wait of waits) {
    const key = JSON.stringify(wait.place);
    const count = (places.get(key)?.count ?? 0) + 1;
    places.set(key, { ...wait, count });
  }
  const needs = servers.flatMap(({ name, state }) => {
    const kind = needOf(state);
    return kind === undefined ? [] : [{ server: name, kind }];
  });
  const waiting = waits.length + needs.filter(({ kind }) => kind === 'needs-auth').length;
  const hasFailed = needs.some(({ kind }) => kind === 'failed');
  return {
    kind: waiting > 0 ? 'waits' : hasFailed ? 'failed' : 'fine',
    connected: servers.filter(({ state }) => state.kind === 'connected').length,
    servers: servers.length,
    waiting,
    waits: [...places.values()].slice(0, mostShown),
    needs: needs.slice(0, mostShown),
  };
}

const needOf = ({ kind }: ConnectionState): ServerNeed['kind'] | undefined =>
  kind === 'failed' || kind === 'needs-auth' ? kind : undefined;
