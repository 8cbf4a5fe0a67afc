import { createHash } from 'node:crypto';

const maxLength = 64;

export type ToolId = { readonly server: string; readonly name: string };

/** Both ways between a server's tool and the name the model uses; a name is never parsed back. */
export type ToolNames = {
  nameOf(tool: ToolId): string | undefined;
  toolOf(name: string): ToolId | undefined;
};

/**
 * Names every tool `mcp__<server>__<tool>` in the alphabet the Messages API takes, at most 64
 * characters. A name that is too long, or taken by a tool that is earlier in code-unit order, ends
 * in a hash of server and tool: so names depend on the set of tools alone, not on list order.
 */
export function nameTools(tools: readonly ToolId[]): ToolNames {
  const byKey = new Map<string, string>();
  const byName = new Map<string, ToolId>();
  for (const tool of [...tools].sort(inOrder)) {
    const key = keyOf(tool);
    if (byKey.has(key)) continue;
    const name = freeName(tool, byName);
    byKey.set(key, name);
    byName.set(name, tool);
  }
  return { nameOf: (tool) => byKey.get(keyOf(tool)), toolOf: (name) => byName.get(name) };
}

function freeName(tool: ToolId, taken: ReadonlyMap<string, ToolId>): string {
  const plain = `mcp__${legal(tool.server)}__${legal(tool.name)}`;
  if (plain.length <= maxLength && !taken.has(plain)) return plain;
  const hash = createHash('sha256').update(keyOf(tool)).digest('hex');
  for (let digits = 8; ; digits += 4) {
    const suffix = `_${hash.slice(0, digits)}`;
    const name = plain.slice(0, maxLength - suffix.length) + suffix;
    if (!taken.has(name) || digits >= 56) return name;
  }
}

const legal = (text: string): string => text.replace(/[^a-zA-Z0-9_-]/g, '_');

const keyOf = ({ server, name }: ToolId): string => JSON.stringify([server, name]);

function inOrder(a: ToolId, b: ToolId): number {
  return compare(a.server, b.server) || compare(a.name, b.name);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
