import type { ServerTool } from '../servers/tools/serverTool.ts';
import type { BuiltinTool } from '../tools/builtin/builtinTool.ts';
import { createLivePool } from '../tools/livePool.ts';
import type { PooledTool, ToolPool } from '../tools/toolPool.ts';
import type { Permissions } from './permissions.ts';

type PoolOf = (hasWorkspace?: boolean) => ToolPool;

/** Makes the live pools of agents, which differ in their built-in tools, of what each is offered. */
export function offeredPools(
  permissions: Pick<Permissions, 'isOffered'>,
  serverTools: () => readonly ServerTool[],
): (builtins: readonly BuiltinTool[]) => PoolOf {
  return (builtins) => offeredPool(createLivePool(builtins, serverTools), permissions);
}

/**
 * The pool without the tools that are not offered; a call of one is still found, to be denied aloud.
 * It is the same object as long as the pool and what is hidden of it are the same.
 */
export function offeredPool(poolOf: PoolOf, permissions: Pick<Permissions, 'isOffered'>): PoolOf {
  const made = new WeakMap<ToolPool, { readonly hidden: string; readonly pool: ToolPool }>();
  return (hasWorkspace) => {
    const pool = poolOf(hasWorkspace);
    const names = hiddenIn(pool, (tool) => !permissions.isOffered(tool));
    if (names.length === 0) return pool;
    const hidden = names.join(' ');
    const before = made.get(pool);
    if (before?.hidden === hidden) return before.pool;
    const offered = without(pool, new Set(names));
    made.set(pool, { hidden, pool: offered });
    return offered;
  };
}

function hiddenIn(pool: ToolPool, isHidden: (tool: PooledTool) => boolean): readonly string[] {
  return pool.definitions.flatMap(({ name }) => {
    const tool = pool.find(name);
    return tool && isHidden(tool) ? [name] : [];
  });
}

function without(pool: ToolPool, hidden: ReadonlySet<string>): ToolPool {
  const isShown = ({ name }: { readonly name: string }): boolean => !hidden.has(name);
  return {
    definitions: pool.definitions.filter(isShown),
    builtinCount: pool.definitions.slice(0, pool.builtinCount).filter(isShown).length,
    find: (name) => pool.find(name),
    definition: (name) => (hidden.has(name) ? undefined : pool.definition(name)),
    tokens: (name) => pool.tokens(name),
    toolsOf: (server) => pool.toolsOf(server).filter(isShown),
    verdictOf: (tool) => pool.verdictOf(tool),
  };
}
