import type Anthropic from '@anthropic-ai/sdk';
import type { TokenUsage } from '../../../shared/chat.ts';
import type { BlockStart, ModelEvent } from './model.ts';

/**
 * Translates the raw events of one streamed answer. Throws when the stream ends before the answer
 * does, unless the signal says that it was meant to.
 */
export async function* modelEvents(
  stream: AsyncIterable<Anthropic.RawMessageStreamEvent>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let usage: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  let model: string | undefined;
  let isWhole = false;
  for await (const event of stream) {
    switch (event.type) {
      case 'message_start':
        usage = addUsage(usage, event.message.usage);
        model = event.message.model;
        yield { kind: 'usage', usage, model };
        break;
      case 'content_block_start':
        yield { kind: 'block', index: event.index, block: blockStart(event.content_block) };
        break;
      case 'content_block_delta':
        yield* deltaEvents(event);
        break;
      case 'content_block_stop':
        yield { kind: 'block-end', index: event.index };
        break;
      case 'message_delta': {
        const { stop_reason, stop_details } = event.delta;
        usage = addUsage(usage, event.usage);
        yield { kind: 'usage', usage, model };
        const explanation = stop_details?.explanation ?? undefined;
        yield { kind: 'end', reason: stop_reason, explanation };
        break;
      }
      case 'message_stop':
        isWhole = true;
    }
  }
  if (!isWhole && !signal.aborted) throw new Error('the connection ended');
}

/** Blocks of tools that Patchbay does not ask for are passed over. */
function blockStart(block: Anthropic.ContentBlock): BlockStart {
  if (block.type === 'text' || block.type === 'thinking') return { kind: block.type };
  if (block.type === 'redacted_thinking') return { kind: 'redacted', data: block.data };
  if (block.type === 'tool_use') return { kind: 'tool', id: block.id, name: block.name };
  if (block.type === 'server_tool_use' && block.name.startsWith('tool_search_tool')) {
    return { kind: 'search', id: block.id };
  }
  if (block.type === 'tool_search_tool_result') {
    const { tool_use_id: id, content } = block;
    return content.type === 'tool_search_tool_search_result'
      ? { kind: 'found', id, tools: content.tool_references.map(({ tool_name }) => tool_name) }
      : { kind: 'found', id, tools: [], error: content.error_code };
  }
  return { kind: 'other' };
}

function* deltaEvents({
  index,
  delta,
}: Anthropic.RawContentBlockDeltaEvent): Generator<ModelEvent> {
  switch (delta.type) {
    case 'text_delta':
      return yield { kind: 'text', index, text: delta.text };
    case 'thinking_delta':
      return yield { kind: 'text', index, text: delta.thinking };
    case 'signature_delta':
      return yield { kind: 'signature', index, signature: delta.signature };
    case 'input_json_delta':
      return yield { kind: 'arguments', index, json: delta.partial_json };
    case 'citations_delta':
  }
}

/** Counts in later events are totals; endpoints of others leave some out. */
function addUsage(
  before: TokenUsage,
  now: Partial<Anthropic.Usage | Anthropic.MessageDeltaUsage> | undefined,
): TokenUsage {
  return {
    input: now?.input_tokens ?? before.input,
    output: now?.output_tokens ?? before.output,
    cacheRead: now?.cache_read_input_tokens ?? before.cacheRead,
    cacheWrite: now?.cache_creation_input_tokens ?? before.cacheWrite,
  };
}
