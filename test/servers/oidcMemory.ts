import type { Adapter, AdapterPayload } from 'oidc-provider';

/** What an authorization server remembers, by kind and id; goes with it. */
export type OidcMemory = Map<string, Map<string, AdapterPayload>>;

/** The storage that oidc-provider wants for each of its models. It looks at the expiry itself. */
export function memoryAdapter(memory: OidcMemory, model: string): Adapter {
  const kept = memory.get(model) ?? new Map<string, AdapterPayload>();
  memory.set(model, kept);
  const first = (fits: (payload: AdapterPayload) => boolean) => [...kept.values()].find(fits);
  return {
    upsert: async (id, payload) => void kept.set(id, payload),
    find: async (id) => kept.get(id),
    findByUid: async (uid) => first((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => first((payload) => payload.userCode === userCode),
    destroy: async (id) => void kept.delete(id),
    consume: async (id) => {
      const payload = kept.get(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    revokeByGrantId: async (grantId) => {
      for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id);
    },
  };
}
