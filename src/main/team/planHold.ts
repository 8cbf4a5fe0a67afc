import { effectiveAnnotations } from '../tools/annotations.ts';
import type { PooledTool } from '../tools/toolPool.ts';

/** What a teammate needs to plan, of the tools that Patchbay itself has. */
const planning: ReadonlySet<string> = new Set([
  'submit_plan',
  'send_message',
  'list_tasks',
  'read_file',
]);

/**
 * Whether a teammate may call a tool while its plan is not approved: what it plans with, and what
 * its server says only reads. Whether that may run is still for the permissions to say.
 */
export function mayWhileHeld({ kind, tool }: Pick<PooledTool, 'kind'> & HeldTool): boolean {
  return kind === 'builtin'
    ? planning.has(tool.name)
    : effectiveAnnotations(tool.annotations).readOnly;
}

type HeldTool = { readonly tool: Pick<PooledTool['tool'], 'name' | 'annotations'> };
