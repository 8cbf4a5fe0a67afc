import type { PooledTool, ToolPool } from '../tools/toolPool.ts';
import type { Permissions } from './permissions.ts';

type PoolOf = (hasWorkspace?: boolean) => ToolPool;

/** The pool without the tools that are not offered; a call of one is still found, to be denied aloud. */
export function offeredPool(poolOf: PoolOf, permissions: Pick<Permissions, 'isOffered'>): PoolOf {
  return (hasWorkspace) => without(poolOf(hasWorkspace), (tool) => !permissions.isOffered(tool));
}

function without(pool: ToolPool, isHidden: (tool: PooledTool) => boolean): ToolPool {
  const hidden = new Set<string>();
  for (const { name } of pool.definitions) {
    const tool = pool.find(name);
    if (tool && isHidden(tool)) hidden.add(name);
  }
  if (hidden.size === 0) return pool;
  const isShown = ({ name }: { readonly name: string }): boolean => !hidden.has(name);
  return {
    definitions: pool.definitions.filter(isShown),
    builtinCount: pool.definitions.slice(0, pool.builtinCount).filter(isShown).length,
    find: (name) => pool.find(name),
    toolsOf: (server) => pool.toolsOf(server).filter(isShown),
    verdictOf: (tool) => pool.verdictOf(tool),
  };
}
