import type Anthropic from '@anthropic-ai/sdk';
import type { AppError } from '../../shared/errors.ts';

/** What the user should know about how an answer ended; nothing when it ended as answers do. */
export function stopNotice(
  reason: Anthropic.StopReason | null,
  explanation: string | undefined,
): AppError | undefined {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use':
    case null:
      return undefined;
    case 'max_tokens':
      return { code: 'model/max-tokens', message: 'The answer was cut at its length limit.' };
    case 'pause_turn':
      return { code: 'model/paused', message: 'The model paused. Send a message to go on.' };
    case 'refusal': {
      const message = explanation ?? 'The model declined to answer.';
      return { code: 'model/refused', message, params: { reason: explanation ?? '' } };
    }
    case 'model_context_window_exceeded':
      return {
        code: 'model/context-full',
        message: "The conversation fills the model's context window.",
      };
  }
}
