import type Anthropic from '@anthropic-ai/sdk';
import type { ChatItemOf } from '../../../shared/chat.ts';
import type { ContentParam } from './model.ts';

/** The Messages API's own search for tools that are marked `defer_loading` (API, "Tool search"). */
export const apiSearchTool = {
  type: 'tool_search_tool_bm25_20251119',
  name: 'tool_search_tool_bm25',
} as const satisfies Anthropic.ToolSearchToolBm25_20251119;

/** More tools than this in all the API does not take. */
export const mostApiTools = 10_000;

/**
 * A search of the API as it is sent back. One in the middle of which the API paused has no result
 * yet; one that came to no end is left out.
 */
export function apiSearchBlocks({ id, call }: ChatItemOf<'tool'>): ContentParam[] {
  const use = { type: 'server_tool_use' as const, id, name: apiSearchTool.name, input: call.input };
  if (call.state === 'running') return [use];
  if (call.state !== 'done') return [];
  const tool_references = (call.loaded ?? []).map((tool_name) => ({
    type: 'tool_reference' as const,
    tool_name,
  }));
  return [
    use,
    {
      type: 'tool_search_tool_result',
      tool_use_id: id,
      content: { type: 'tool_search_tool_search_result', tool_references },
    },
  ];
}

/**
 * Fits the searches in messages to what is asked with: the API refuses references to tools that are
 * not (or no longer) in the request, and other endpoints refuse the searches themselves. `tools` has
 * the names of those in the request; undefined for one that is not searched by the API.
 */
export function fitApiSearches<M extends { readonly content: string | readonly ContentParam[] }>(
  messages: readonly M[],
  tools: ReadonlySet<string> | undefined,
): M[] {
  return messages.map((message) => {
    const { content } = message;
    if (typeof content === 'string' || !content.some(isSearch)) return message;
    const fitted = content.flatMap((block) => fitBlock(block, tools));
    const left =
      fitted.length > 0 ? fitted : [{ type: 'text' as const, text: '(looked for tools)' }];
    return { ...message, content: left };
  });
}

function isSearch({ type }: ContentParam): boolean {
  return type === 'server_tool_use' || type === 'tool_search_tool_result';
}

function fitBlock(block: ContentParam, tools: ReadonlySet<string> | undefined): ContentParam[] {
  if (tools === undefined) return isSearch(block) ? [] : [block];
  if (block.type !== 'tool_search_tool_result') return [block];
  const { content } = block;
  if (content.type !== 'tool_search_tool_search_result') return [block];
  const there = content.tool_references.filter(({ tool_name }) => tools.has(tool_name));
  return [{ ...block, content: { ...content, tool_references: there } }];
}
