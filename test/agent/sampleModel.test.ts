import { describe, expect, it } from 'vitest';
import type { ModelClient, ModelEvent, ModelRequest } from '../../src/main/agent/model/model.ts';
import { createSampler, sampleBody } from '../../src/main/agent/model/sampleModel.ts';
import type { SamplingRequest } from '../../src/main/servers/questions/sampling.ts';

const request: SamplingRequest = {
  systemPrompt: 'Be brief.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }],
  maxTokens: 50,
  stopSequences: [],
};
const noSignal = new AbortController().signal;

function sampler(events: readonly ModelEvent[], demo = false) {
  const asked: { readonly request: ModelRequest; readonly plain: boolean | undefined }[] = [];
  const client: ModelClient = {
    async *stream(body, _signal, options) {
      asked.push({ request: body, plain: options?.plain });
      yield* events;
    },
    listModels: async () => [],
    countTokens: async () => undefined,
    contextWindow: () => undefined,
    untilContextWindow: async () => undefined,
    hasToolSearch: () => false,
  };
  const models = {
    current: async () => client,
    isDemo: async () => demo,
    list: async () => [],
  };
  return { ...createSampler(models, () => 'claude-x'), asked };
}

const text = (index: number, words: string): ModelEvent => ({ kind: 'text', index, text: words });
const end = (reason: 'end_turn' | 'max_tokens' | 'stop_sequence' | 'refusal'): ModelEvent => ({
  kind: 'end',
  reason,
});

describe('the model for servers', () => {
  it('answers with its texts alone, asked for no thinking', async () => {
    const used = sampler([
      { kind: 'block', index: 0, block: { kind: 'thinking' } },
      text(0, 'hmm'),
      { kind: 'block', index: 1, block: { kind: 'text' } },
      text(1, 'Hel'),
      text(1, 'lo'),
      end('end_turn'),
    ]);
    expect(await used.sample('claude-x', request, noSignal)).toEqual({
      text: 'Hello',
      model: 'claude-x',
      stopReason: 'endTurn',
    });
    expect(used.asked).toMatchObject([{ plain: true, request: { max_tokens: 50, tools: [] } }]);
  });

  it.each([
    ['max_tokens', 'maxTokens'],
    ['stop_sequence', 'stopSequence'],
  ] as const)('ends at %s as MCP calls it', async (reason, expected) => {
    expect(await sampler([end(reason)]).sample('m', request, noSignal)).toMatchObject({
      stopReason: expected,
    });
  });

  it('fails when it declined, or was stopped', async () => {
    await expect(sampler([end('refusal')]).sample('m', request, noSignal)).rejects.toMatchObject({
      error: { code: 'model/refused' },
    });
    await expect(sampler([]).sample('m', request, noSignal)).rejects.toThrow('stopped');
  });

  it('is none while the demo model answers', async () => {
    expect(await sampler([], true).model()).toBeUndefined();
    expect(await sampler([]).model()).toBe('claude-x');
  });
});

describe('sampleBody', () => {
  it('sends images, leaves blank texts out, and keeps within our own limit', () => {
    const body = sampleBody('m', {
      systemPrompt: undefined,
      messages: [
        {
          role: 'user',
          parts: [
            { kind: 'text', text: ' ' },
            { kind: 'image', mediaType: 'image/png', data: 'AAAA' },
          ],
        },
        { role: 'assistant', parts: [{ kind: 'text', text: '' }] },
      ],
      maxTokens: 1_000_000,
      stopSequences: ['END'],
    });
    expect(body).toEqual({
      model: 'm',
      max_tokens: 32_000,
      system: [],
      tools: [],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
      ],
      stop_sequences: ['END'],
    });
  });
});
