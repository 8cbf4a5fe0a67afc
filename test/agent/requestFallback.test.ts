import { describe, expect, it } from 'vitest';
import {
  concede,
  firstConcessions,
  withConcessions,
} from '../../src/main/agent/model/requestFallback.ts';
import type { ModelRequest } from '../../src/main/agent/model/model.ts';

describe('concede', () => {
  it.each([
    ['adaptive thinking is not supported on this model', { thinking: false }],
    ['thinking: Extra inputs are not permitted', { thinking: false }],
    ['messages.1.content.0: Invalid `signature` in `thinking` block', { thinking: false }],
    [
      'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens',
      { thinking: true, maxTokens: 8192 },
    ],
    ['tools.0.name: String should match pattern', undefined],
  ])('reads %j', (message, expected) => {
    expect(concede({ thinking: true }, message)).toEqual(expected);
  });

  it('gives up the same thing only once', () => {
    expect(concede({ thinking: false }, 'thinking is not supported')).toBeUndefined();
    expect(concede({ thinking: true, maxTokens: 9 }, 'max_tokens: 9 > 8')).toBeUndefined();
  });
});

describe('firstConcessions', () => {
  it('asks only Claude models to think', () => {
    expect(firstConcessions('claude-sonnet-5-5')).toEqual({ thinking: true });
    expect(firstConcessions('llama4')).toEqual({ thinking: false });
  });
});

it('sends no thinking back once it was given up', () => {
  const request: ModelRequest = {
    model: 'm',
    max_tokens: 32_000,
    system: [],
    tools: [],
    messages: [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'redacted_thinking', data: 'd' },
          { type: 'text', text: 'so' },
        ],
      },
    ],
  };
  expect(withConcessions(request, { thinking: true })).toEqual(request);
  const given = withConcessions(request, { thinking: false, maxTokens: 100 });
  expect(given.max_tokens).toBe(100);
  expect(given.messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'so' }] }]);
});
