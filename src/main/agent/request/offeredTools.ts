import { toolSearchName, createToolSearch } from '../../tools/builtin/toolSearch.ts';
import type { ToolDefinition, ToolPool } from '../../tools/toolPool.ts';
import { mostApiTools } from '../model/apiToolSearch.ts';
import type { ContextLimits } from '../context/contextLimits.ts';

/** How the tools of a pool go into one request, in this order. */
export type OfferedTools = {
  readonly builtins: readonly ToolDefinition[];
  /** How the tools are found that are not told: by tool_search or by the API; absent: all are told. */
  readonly search?: 'ours' | 'api';
  /** Of servers, told in full. */
  readonly told: readonly ToolDefinition[];
  /** Of servers, which the API searches and tells by itself. */
  readonly deferred: readonly ToolDefinition[];
};

/** What of a conversation decides about its tools. */
export type KnownTools = {
  /** Found or called so far, in that order. */
  readonly loaded: ReadonlySet<string>;
  /** Among them those that the messages tell already, by references of the API's search. */
  readonly referenced: ReadonlySet<string>;
};

/**
 * All tools of the pool, or where servers have too many only those that were found or called before,
 * in the order in which they were: so what was told stays where it was, and a server that comes or
 * goes changes nothing of the request.
 */
export function offerTools(
  pool: ToolPool,
  { loaded, referenced }: KnownTools,
  { deferOver, deferTokens }: Pick<ContextLimits, 'deferOver' | 'deferTokens'>,
  hasApiSearch: boolean,
): OfferedTools {
  const builtins = pool.definitions.slice(0, pool.builtinCount);
  const count = pool.definitions.length - pool.builtinCount;
  const isMuch = count > deferOver || serverTokens(pool) > deferTokens;
  if (!isMuch || count === 0) {
    return { builtins, told: pool.definitions.slice(pool.builtinCount), deferred: [] };
  }
  const search = hasApiSearch && pool.definitions.length < mostApiTools ? 'api' : 'ours';
  const told = [...loaded].flatMap((name) => {
    if (search === 'api' && referenced.has(name)) return [];
    const tool = pool.find(name);
    return tool?.kind === 'server' ? (pool.definition(name) ?? []) : [];
  });
  if (search === 'ours') return { builtins, search, told, deferred: [] };
  const names = new Set(told.map(({ name }) => name));
  const deferred = pool.definitions.slice(pool.builtinCount).filter(({ name }) => !names.has(name));
  return { builtins, search, told, deferred };
}

/** The tools of a pool with the one that searches them, which is no part of it. */
export function withSearch(pool: ToolPool): Pick<ToolPool, 'find'> {
  return {
    find(name) {
      const found = pool.find(name);
      if (found || name !== toolSearchName) return found;
      const tool = createToolSearch(pool.definitions.slice(pool.builtinCount));
      return { kind: 'builtin', name, tool };
    },
  };
}

function serverTokens(pool: ToolPool): number {
  let tokens = 0;
  for (const { name } of pool.definitions.slice(pool.builtinCount)) tokens += pool.tokens(name);
  return tokens;
}
