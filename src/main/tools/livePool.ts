import type { ServerTool } from '../servers/tools/serverTool.ts';
import type { BuiltinTool } from './builtin/builtinTool.ts';
import { gateSchema } from './schema/inputSchema.ts';
import type { GateResult } from './schema/inputSchema.ts';
import { buildToolPool } from './toolPool.ts';
import type { ToolPool } from './toolPool.ts';

/**
 * Answers the pool of now, for conversations with or without a workspace folder: the servers' tools are asked for each time, and the pool is rebuilt only
 * when one of them changed. Schemas that stayed the same objects are not gated again.
 */
export function createLivePool(
  builtins: readonly BuiltinTool[],
  serverTools: () => readonly ServerTool[],
): (hasWorkspace?: boolean) => ToolPool {
  const everywhere = builtins.filter(({ needsWorkspace }) => needsWorkspace !== true);
  const gated = new WeakMap<object, GateResult>();
  const gate = (schema: unknown): GateResult => {
    if (typeof schema !== 'object' || schema === null) return gateSchema(schema);
    const result = gated.get(schema) ?? gateSchema(schema);
    gated.set(schema, result);
    return result;
  };
  const withFolder = remembering((tools) => buildToolPool(builtins, tools, gate));
  const without = remembering((tools) => buildToolPool(everywhere, tools, gate));
  return (hasWorkspace = false) => (hasWorkspace ? withFolder : without)(serverTools());
}

function remembering(build: (tools: readonly ServerTool[]) => ToolPool) {
  let seen: readonly ServerTool[] | undefined;
  let pool: ToolPool | undefined;
  return (tools: readonly ServerTool[]): ToolPool => {
    if (pool && seen && areSame(seen, tools)) return pool;
    pool = build(tools);
    seen = [...tools];
    return pool;
  };
}

function areSame(before: readonly ServerTool[], now: readonly ServerTool[]): boolean {
  return before.length === now.length && before.every((tool, index) => isSame(tool, now[index]));
}

function isSame(before: ServerTool, now: ServerTool | undefined): boolean {
  return (
    before === now ||
    (now !== undefined &&
      before.server === now.server &&
      before.name === now.name &&
      before.title === now.title &&
      before.description === now.description &&
      before.inputSchema === now.inputSchema &&
      before.annotations === now.annotations)
  );
}
