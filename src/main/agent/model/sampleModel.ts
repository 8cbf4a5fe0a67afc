import type Anthropic from '@anthropic-ai/sdk';
import { AppFailure } from '../../../shared/errors.ts';
import type { Sampler, SamplingAnswer, SamplingRequest } from '../../servers/questions/sampling.ts';
import type { ContentParam, MessageParam, ModelRequest } from './model.ts';
import type { Models } from './models.ts';

/** As much as a turn of our own may write. */
const mostTokens = 32_000;

/** The model in force as servers may use it: one answer, without tools or thinking. */
export function createSampler(models: Models, model: () => string): Sampler {
  return {
    model: async () => ((await models.isDemo()) ? undefined : model()),
    async sample(id, request, signal) {
      const client = await models.current();
      let text = '';
      let stop: Anthropic.StopReason | null | undefined;
      const kinds = new Map<number, string>();
      for await (const event of client.stream(sampleBody(id, request), signal, { plain: true })) {
        if (event.kind === 'block') kinds.set(event.index, event.block.kind);
        if (event.kind === 'text' && kinds.get(event.index) === 'text') text += event.text;
        if (event.kind === 'end') stop = event.reason;
      }
      if (stop === undefined || stop === 'refusal') throw new AppFailure(noAnswer(stop));
      return { text, model: id, stopReason: stopReason(stop) };
    },
  };
}

/** What is sent to the Messages API. Blank texts, which it refuses, are left out. */
export function sampleBody(
  model: string,
  { systemPrompt, messages, maxTokens, stopSequences }: SamplingRequest,
): ModelRequest {
  return {
    model,
    max_tokens: Math.max(1, Math.min(Math.floor(maxTokens), mostTokens)),
    system: systemPrompt?.trim() ? [{ type: 'text', text: systemPrompt }] : [],
    tools: [],
    messages: messages.flatMap(({ role, parts }): MessageParam[] => {
      const content = parts.flatMap(contentOf);
      return content.length === 0 ? [] : [{ role, content }];
    }),
    ...(stopSequences.length > 0 && { stop_sequences: [...stopSequences] }),
  };
}

function contentOf(part: SamplingRequest['messages'][number]['parts'][number]): ContentParam[] {
  if (part.kind === 'text') {
    return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
  }
  const media_type = part.mediaType as Anthropic.Base64ImageSource['media_type'];
  return [{ type: 'image', source: { type: 'base64', media_type, data: part.data } }];
}

function stopReason(reason: Anthropic.StopReason | null): SamplingAnswer['stopReason'] {
  if (reason === 'max_tokens') return 'maxTokens';
  return reason === 'stop_sequence' ? 'stopSequence' : 'endTurn';
}

function noAnswer(stop: 'refusal' | undefined) {
  return stop === 'refusal'
    ? { code: 'model/refused', message: 'The model declined to answer.' }
    : { code: 'model/stopped', message: 'The answer was stopped.' };
}
