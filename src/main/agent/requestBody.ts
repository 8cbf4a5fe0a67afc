import type Anthropic from '@anthropic-ai/sdk';
import type { ToolDefinition, ToolPool } from '../tools/toolPool.ts';
import type { ContentParam, MessageParam, ModelRequest } from './model.ts';

const maxTokens = 32_000;
const cache_control: Anthropic.CacheControlEphemeral = { type: 'ephemeral' };

/**
 * The request, with the four marks that the prompt cache takes: after the last built-in tool (which
 * a newly connected server leaves as it was), the last tool, the system prompt and the last message.
 */
export function requestBody(
  model: string,
  system: string,
  pool: ToolPool,
  messages: readonly MessageParam[],
): ModelRequest {
  const marked = new Set([pool.builtinCount - 1, pool.definitions.length - 1]);
  return {
    model,
    max_tokens: maxTokens,
    system: [{ type: 'text', text: system, cache_control }],
    tools: pool.definitions.map((tool, index) => apiTool(tool, marked.has(index))),
    messages: messages.map((message, index) =>
      index === messages.length - 1 ? markLastBlock(message) : message,
    ),
  };
}

function apiTool(
  { name, description, input_schema }: ToolDefinition,
  isMarked: boolean,
): Anthropic.Tool {
  return { name, description, input_schema, ...(isMarked && { cache_control }) };
}

function markLastBlock(message: MessageParam): MessageParam {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const content = message.content.map((block, index): ContentParam =>
    index === message.content.length - 1 && canBeMarked(block)
      ? { ...block, cache_control }
      : block,
  );
  return { ...message, content };
}

function canBeMarked(
  block: ContentParam,
): block is Exclude<
  ContentParam,
  Anthropic.ThinkingBlockParam | Anthropic.RedactedThinkingBlockParam
> {
  return block.type !== 'thinking' && block.type !== 'redacted_thinking';
}
