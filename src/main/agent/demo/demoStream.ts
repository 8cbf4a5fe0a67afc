import { randomUUID } from 'node:crypto';
import type { DemoBlock } from './demoRules.ts';

/** One server-sent event of the Messages API. */
export type DemoEvent = { readonly type: string; readonly [key: string]: unknown };

const minChunk = 12;
const maxChunks = 1_200;

/** The events that stream an answer, as the Messages API sends them. */
export function* demoEvents(
  blocks: readonly DemoBlock[],
  model: string,
  inputTokens: number,
): Generator<DemoEvent> {
  const usage = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const hasTool = blocks.some((block) => block.kind === 'tool');
  const characters = blocks.reduce((sum, block) => sum + bodyOf(block).length, 0);
  const chunk = Math.max(minChunk, Math.ceil(characters / maxChunks));
  yield {
    type: 'message_start',
    message: {
      id: `msg_${randomUUID().replaceAll('-', '')}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, input_tokens: inputTokens, output_tokens: 1 },
    },
  };
  yield { type: 'ping' };
  for (const [index, block] of blocks.entries()) {
    yield { type: 'content_block_start', index, content_block: startOf(block) };
    for (const piece of bodyOf(block).match(new RegExp(`[\\s\\S]{1,${chunk}}`, 'gu')) ?? []) {
      yield { type: 'content_block_delta', index, delta: deltaOf(block, piece) };
    }
    yield { type: 'content_block_stop', index };
  }
  yield {
    type: 'message_delta',
    delta: { stop_reason: hasTool ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { ...usage, input_tokens: inputTokens, output_tokens: Math.ceil(characters / 4) },
  };
  yield { type: 'message_stop' };
}

function bodyOf(block: DemoBlock): string {
  return block.kind === 'tool' ? block.json : block.text;
}

function startOf(block: DemoBlock) {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool': {
      const id = `toolu_${randomUUID().replaceAll('-', '')}`;
      return { type: 'tool_use', id, name: block.name, input: {} };
    }
  }
}

function deltaOf(block: DemoBlock, piece: string) {
  switch (block.kind) {
    case 'text':
      return { type: 'text_delta', text: piece };
    case 'thinking':
      return { type: 'thinking_delta', thinking: piece };
    case 'tool':
      return { type: 'input_json_delta', partial_json: piece };
  }
}
