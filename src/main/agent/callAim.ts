import type { ToolCall } from '../../shared/chat.ts';
import { isRecord } from '../../shared/jsonPointer.ts';
import type { PooledTool, ToolPool } from '../tools/toolPool.ts';

/** What a call means. */
export type CallAim = {
  /** Undefined when no tool has the name. */
  readonly tool: PooledTool | undefined;
  /** The tool's arguments. */
  readonly input: ToolCall['input'];
  /** The turn is not to wait for it. */
  readonly leaves: boolean;
};

/** The built-in tool that means another: a server's, whose call is to go on in the background. */
export const runInBackground = 'run_in_background';

/**
 * What a call that the model made means. A server's tool within `run_in_background` is checked,
 * asked about and run as if it had been called by itself.
 */
export function aimOf(
  pool: Pick<ToolPool, 'find'>,
  { name, input }: Pick<ToolCall, 'name' | 'input'>,
): CallAim {
  const tool = pool.find(name);
  if (tool?.kind !== 'builtin') return { tool, input, leaves: false };
  if (name === runInBackground) {
    const inner = pool.find(String(input['tool']));
    const { input: given = {} } = input;
    if (inner?.kind === 'server' && isRecord(given)) {
      return { tool: inner, input: given, leaves: true };
    }
  }
  const leaves = tool.tool.mayGoOn === true && input['run_in_background'] === true;
  return { tool, input, leaves };
}
