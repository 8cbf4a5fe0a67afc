import type { PooledTool, ToolPool } from '../tools/toolPool.ts';

type AllowedPool = (pool: ToolPool, allowed: readonly string[] | undefined) => ToolPool;

/**
 * Answers a pool with only those of servers' tools that are allowed, by their own names or by their
 * servers'; undefined allows all. Others are not there at all. The same pool and list make the same.
 */
export function createAllowedPool(): AllowedPool {
  const made = new WeakMap<ToolPool, Map<string, ToolPool>>();
  return (pool, allowed) => {
    if (allowed === undefined) return pool;
    const known = made.get(pool) ?? new Map<string, ToolPool>();
    made.set(pool, known);
    const key = JSON.stringify(allowed);
    const narrowed = known.get(key) ?? narrow(pool, new Set(allowed));
    known.set(key, narrowed);
    return narrowed;
  };
}

function narrow(pool: ToolPool, names: ReadonlySet<string>): ToolPool {
  const isIn = (tool: PooledTool | undefined): boolean =>
    tool !== undefined &&
    (tool.kind === 'builtin' || names.has(tool.name) || names.has(tool.tool.server));
  const isNamedIn = ({ name }: { readonly name: string }): boolean => isIn(pool.find(name));
  return {
    definitions: pool.definitions.filter(isNamedIn),
    builtinCount: pool.builtinCount,
    find: (name) => (isNamedIn({ name }) ? pool.find(name) : undefined),
    definition: (name) => (isNamedIn({ name }) ? pool.definition(name) : undefined),
    tokens: (name) => pool.tokens(name),
    toolsOf: (server) => pool.toolsOf(server).filter(isNamedIn),
    verdictOf: (tool) => pool.verdictOf(tool),
  };
}
