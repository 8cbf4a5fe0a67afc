import type { ToolAnnotations } from '../../../shared/server.ts';

/** What a server claims about a tool; `nothing` when it leaves the protocol's defaults. */
export type ToolClaim = 'read-only' | 'destructive' | 'additive' | 'nothing';

/** `destructiveHint` means something only when `readOnlyHint` is false (MCP ToolAnnotations). */
export function saysItIs(annotations: ToolAnnotations): ToolClaim {
  if (annotations.readOnlyHint === true) return 'read-only';
  if (annotations.destructiveHint === true) return 'destructive';
  return annotations.destructiveHint === false ? 'additive' : 'nothing';
}
