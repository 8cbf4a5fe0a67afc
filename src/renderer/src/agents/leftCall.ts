import type { ToolCall } from '../../../shared/chat.ts';

/** Whether a call was left to go on in the background, and has ended since. */
export const wentOn = ({ background, state }: ToolCall): boolean =>
  background !== undefined && state !== 'running';

/** Without the note about it, which is for the model. */
export function withoutNote({ result: _result, endedAt: _endedAt, ...call }: ToolCall): ToolCall {
  return call;
}
