import type { MessageParam, ModelRequest } from './model.ts';

/** How a model's requests differ from the usual, as its refusals taught. */
export type Concessions = {
  /** Ask for thinking, and send earlier thinking back. */
  readonly thinking: boolean;
  readonly maxTokens?: number | undefined;
};

/** Only Claude models are asked to think; other endpoints may not know the parameter. */
export function firstConcessions(model: string): Concessions {
  return { thinking: model.startsWith('claude-') };
}

/**
 * What to give up after a 400 so that the next try may pass, or undefined when nothing helps:
 * thinking (unknown to the model, or signed by another one), or a too high token limit.
 */
export function concede(current: Concessions, apiMessage: string): Concessions | undefined {
  const limit = /max_tokens[^\d]*\d+ > (\d+)/.exec(apiMessage)?.[1];
  if (limit !== undefined && current.maxTokens === undefined) {
    return { ...current, maxTokens: Number(limit) };
  }
  const isAboutThinking = /thinking|adaptive|signature/i.test(apiMessage);
  return isAboutThinking && current.thinking ? { ...current, thinking: false } : undefined;
}

/** The request with the concessions made. */
export function withConcessions(request: ModelRequest, made: Concessions): ModelRequest {
  const max_tokens = Math.min(request.max_tokens, made.maxTokens ?? request.max_tokens);
  const messages = made.thinking ? request.messages : request.messages.map(withoutThinking);
  return { ...request, max_tokens, messages };
}

function withoutThinking(message: MessageParam): MessageParam {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const content = message.content.filter(
    (block) => block.type !== 'thinking' && block.type !== 'redacted_thinking',
  );
  return { ...message, content };
}
