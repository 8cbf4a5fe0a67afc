import { computeScopeUnion } from '@modelcontextprotocol/client';

/** All space-separated (RFC 6749 section 3.3) but the two lists. */
export type ScopeSources = {
  /** Of the entry. */
  readonly configured?: string | undefined;
  /** Of the server's refusal. */
  readonly challenge?: string | undefined;
  /** `scopes_supported` of the protected resource. */
  readonly supported?: readonly string[] | undefined;
  /** `scopes_supported` of the authorization server. */
  readonly serverSupported?: readonly string[] | undefined;
  /** What the held token allows. */
  readonly granted?: string | undefined;
  /** More is wanted than the held token allows: it is asked for together with what that allows. */
  readonly isStepUp: boolean;
};

const offline = 'offline_access';

/**
 * What to ask for, by the first that says something: entry, challenge, metadata (MCP 2025-11-25,
 * Authorization, Scope Selection Strategy); undefined leaves it to the server. `offline_access` joins
 * only where the server lists it and something else is asked for.
 */
export function scopesToAsk(sources: ScopeSources): string | undefined {
  const { configured, challenge, supported, serverSupported, granted, isStepUp } = sources;
  const wanted = [configured, challenge, supported?.join(' ')].find((scope) => scope?.trim());
  const asked = isStepUp
    ? computeScopeUnion(granted, wanted, challenge)
    : computeScopeUnion(wanted);
  if (asked === undefined || !serverSupported?.includes(offline)) return asked;
  return computeScopeUnion(asked, offline);
}

/**
 * What a new registration is for: all that may ever be asked, so that a step-up needs no other one.
 * Undefined where the authorization server does not list what is asked: many refuse a registration
 * for a scope that belongs to a resource.
 */
export function scopesToRegister(
  asked: string | undefined,
  supported: readonly string[] | undefined,
  serverSupported: readonly string[] | undefined,
): string | undefined {
  if (serverSupported === undefined) return computeScopeUnion(asked, supported?.join(' '));
  const listed = new Set(serverSupported);
  if ((asked ?? '').split(' ').some((scope) => scope !== '' && !listed.has(scope)))
    return undefined;
  return computeScopeUnion(asked, supported?.filter((scope) => listed.has(scope)).join(' '));
}

/** Whether a space-separated list holds a scope. */
export function hasScope(scopes: string | undefined, scope: string): boolean {
  return (scopes ?? '').split(' ').includes(scope);
}
