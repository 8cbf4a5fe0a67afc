import type Anthropic from '@anthropic-ai/sdk';
import { toolSearchDefinition } from '../../tools/builtin/toolSearch.ts';
import type { ToolDefinition } from '../../tools/toolPool.ts';
import { apiSearchTool } from '../model/apiToolSearch.ts';
import type { Prompt } from './keptPrompts.ts';
import type { ContentParam, MessageParam, ModelRequest } from '../model/model.ts';
import type { OfferedTools } from './offeredTools.ts';

/** What an answer may have, at most a quarter of a small window. */
const maxTokens = 32_000;
const cache_control: Anthropic.CacheControlEphemeral = { type: 'ephemeral' };

type ApiTool = ModelRequest['tools'][number];

/**
 * The request, with the four marks that the prompt cache takes: after the last built-in tool (which
 * a newly connected server leaves as it was), the last tool that is told, the system prompt and the
 * last message. `changes` stands behind the last mark: what is said there is not said again in the
 * next request, and so must not be a part of what is kept.
 */
export function requestBody(
  model: string,
  prompt: Prompt,
  offered: OfferedTools,
  messages: readonly MessageParam[],
  window = 200_000,
): ModelRequest {
  const { system, changes } = prompt;
  return {
    model,
    max_tokens: Math.min(maxTokens, Math.floor(window / 4)),
    system: [{ type: 'text', text: system, cache_control }],
    tools: apiTools(offered),
    messages: messages.map((message, index) =>
      index === messages.length - 1 ? withChanges(markLastBlock(message), changes) : message,
    ),
  };
}

function apiTools({ builtins, search, told, deferred }: OfferedTools): ApiTool[] {
  const plain = [
    ...builtins.map(apiTool),
    ...(search === 'ours' ? [apiTool(toolSearchDefinition)] : []),
    ...(search === 'api' ? [apiSearchTool] : []),
    ...told.map(apiTool),
  ];
  const marked = new Set([builtins.length - 1, plain.length - 1]);
  return [
    ...plain.map((tool, index) => (marked.has(index) ? { ...tool, cache_control } : tool)),
    // What is marked as deferred can't be marked for the cache, which it is no part of.
    ...deferred.map((tool) => ({ ...apiTool(tool), defer_loading: true })),
  ];
}

function apiTool({ name, description, input_schema }: ToolDefinition): Anthropic.Tool {
  return { name, description, input_schema };
}

function withChanges(message: MessageParam, changes: string | undefined): MessageParam {
  if (changes === undefined || message.role !== 'user' || typeof message.content === 'string') {
    return message;
  }
  return { ...message, content: [...message.content, { type: 'text', text: changes }] };
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
