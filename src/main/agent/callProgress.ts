import type { ToolCall } from '../../shared/chat.ts';
import type { CallOptions } from '../servers/tools/serverTool.ts';

const minIntervalMs = 100;

/** Tells how far a call is, not more often than anyone can see. */
export function throttledProgress(
  tell: (progress: NonNullable<ToolCall['progress']>) => void,
  now: () => number,
): NonNullable<CallOptions['onProgress']> {
  let last = Number.NEGATIVE_INFINITY;
  return ({ progress, total, message }) => {
    if (now() - last < minIntervalMs) return;
    last = now();
    tell({
      progress,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    });
  };
}
