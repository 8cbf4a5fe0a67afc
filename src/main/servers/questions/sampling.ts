import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { CreateMessageRequestParams, CreateMessageResult } from '@modelcontextprotocol/client';
import type { NewQuestion } from './questions.ts';

type SamplingPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mediaType: string; readonly data: string };

/** What the model is asked on a server's behalf. `data` is base64. */
export type SamplingRequest = {
  readonly systemPrompt: string | undefined;
  readonly messages: readonly {
    readonly role: 'user' | 'assistant';
    readonly parts: readonly SamplingPart[];
  }[];
  readonly maxTokens: number;
  readonly stopSequences: readonly string[];
};

export type SamplingAnswer = {
  readonly text: string;
  readonly model: string;
  readonly stopReason: 'endTurn' | 'maxTokens' | 'stopSequence';
};

/** The model as servers may use it. */
export type Sampler = {
  /** Its id; undefined while only the demo model answers. */
  model(): Promise<string | undefined>;
  /** Rejects with an AppFailure (`model/...`) when there is no whole answer. */
  sample(model: string, request: SamplingRequest, signal: AbortSignal): Promise<SamplingAnswer>;
};

/** What can be shown in full; more is refused. */
const maxCharacters = 1_000_000;
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The request in our words. Throws a ProtocolError for what the model can't take. */
export function samplingRequest(params: CreateMessageRequestParams): SamplingRequest {
  const { systemPrompt, maxTokens, stopSequences = [] } = params;
  const messages = params.messages.map(({ role, content }) => {
    const blocks = Array.isArray(content) ? content : [content];
    return { role, parts: blocks.map(partOf) };
  });
  if (messages.length === 0) throw refused('there is no message');
  const texts = messages.flatMap(({ parts }) =>
    parts.map((part) => (part.kind === 'text' ? part.text : '')),
  );
  const length = [systemPrompt ?? '', ...texts].reduce((sum, text) => sum + text.length, 0);
  if (length > maxCharacters) throw refused(`it has more than ${maxCharacters} characters`);
  return { systemPrompt, messages, maxTokens, stopSequences };
}

function partOf(block: { readonly type: string }): SamplingPart {
  if (block.type === 'text' && 'text' in block && typeof block.text === 'string') {
    return { kind: 'text', text: block.text };
  }
  const image = block as { readonly type: string; readonly data?: unknown; mimeType?: unknown };
  const { data, mimeType } = image;
  const isImage = block.type === 'image' && typeof data === 'string';
  if (!isImage || typeof mimeType !== 'string' || !imageTypes.has(mimeType)) {
    throw refused(`content of type ${block.type} can't be used here`);
  }
  return { kind: 'image', mediaType: mimeType, data };
}

/** The approval card of a request, with all that would be sent. */
export function samplingQuestion(
  server: string,
  model: string,
  { systemPrompt, messages, maxTokens }: SamplingRequest,
): Extract<NewQuestion, { kind: 'sampling' }> {
  return {
    kind: 'sampling',
    server,
    systemPrompt,
    messages: messages.map(({ role, parts }) => ({
      role,
      text: parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n'),
      images: parts.flatMap((part) =>
        part.kind === 'image' ? [{ mediaType: part.mediaType, data: part.data }] : [],
      ),
    })),
    model,
    maxTokens,
  };
}

export function samplingResult({ text, model, stopReason }: SamplingAnswer): CreateMessageResult {
  return { role: 'assistant', content: { type: 'text', text }, model, stopReason };
}

/** The code is that of the specification's example for a refusal (MCP sampling, Error Handling). */
export const userRefused = (): ProtocolError =>
  new ProtocolError(-1, 'The user refused this sampling request.');

export const noModel = (): ProtocolError =>
  new ProtocolError(
    ProtocolErrorCode.InternalError,
    'No model is set up for sampling: Patchbay answers with its demo model. ' +
      'An API key or a base URL in its settings changes that.',
  );

const refused = (why: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `The sampling request was not shown: ${why}.`);
