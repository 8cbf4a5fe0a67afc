import type Anthropic from '@anthropic-ai/sdk';
import type { TokenUsage } from '../../../shared/chat.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ModelChoice } from '../../../shared/settings.ts';

export type MessageParam = Anthropic.MessageParam;
export type ContentParam = Anthropic.ContentBlockParam;

/** A request to the Messages API; how it is sent (streamed, with thinking) is the client's affair. */
export type ModelRequest = {
  readonly model: string;
  readonly max_tokens: number;
  readonly system: Anthropic.TextBlockParam[];
  readonly tools: (Anthropic.Tool | Anthropic.ToolSearchToolBm25_20251119)[];
  readonly tool_choice?: Anthropic.ToolChoiceNone;
  readonly messages: MessageParam[];
  readonly stop_sequences?: string[];
};

/** What a block of an answer is, told when it begins. */
export type BlockStart =
  | { readonly kind: 'text' }
  | { readonly kind: 'thinking' }
  /** Thinking that only the API can read. */
  | { readonly kind: 'redacted'; readonly data: string }
  | { readonly kind: 'tool'; readonly id: string; readonly name: string }
  /** The API searches for tools by itself; its query comes as arguments. */
  | { readonly kind: 'search'; readonly id: string }
  /** What it found, by names, or the code of why it could not. */
  | {
      readonly kind: 'found';
      readonly id: string;
      readonly tools: readonly string[];
      readonly error?: string | undefined;
    }
  | { readonly kind: 'other' };

/** An answer as it comes. `index` numbers its blocks. */
export type ModelEvent =
  /** The request failed before any of the answer came, and is sent again after `delayMs`. */
  | {
      readonly kind: 'retrying';
      readonly cause: AppError;
      readonly delayMs: number;
      readonly attempt: number;
    }
  | { readonly kind: 'block'; readonly index: number; readonly block: BlockStart }
  /** More of a text or thinking block. */
  | { readonly kind: 'text'; readonly index: number; readonly text: string }
  | { readonly kind: 'signature'; readonly index: number; readonly signature: string }
  /** More of a tool block's arguments, as JSON text. */
  | { readonly kind: 'arguments'; readonly index: number; readonly json: string }
  | { readonly kind: 'block-end'; readonly index: number }
  /** `model` is the one that answers, as the API says. */
  | { readonly kind: 'usage'; readonly usage: TokenUsage; readonly model?: string | undefined }
  | {
      readonly kind: 'end';
      readonly reason: Anthropic.StopReason | null;
      readonly explanation?: string | undefined;
    };

/** A model behind the Messages API. */
export type ModelClient = {
  /**
   * Asks for one answer. Ends without an `end` event when the signal is aborted; throws an
   * AppFailure (`model/...`) when there is no answer or it breaks off. `plain` asks for no thinking,
   * which would count against the request's token limit.
   */
  stream(
    request: ModelRequest,
    signal: AbortSignal,
    options?: { readonly plain: boolean },
  ): AsyncIterable<ModelEvent>;
  /** The models to choose from, newest first. Throws an AppFailure. */
  listModels(signal: AbortSignal): Promise<readonly ModelChoice[]>;
  /** How many input tokens a request has; undefined where nobody counts them. */
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number | undefined>;
  /** How many tokens a model takes as far as it is known by now: asking is begun, not waited for. */
  contextWindow(model: string): number | undefined;
  /** The same, once the answer is there; undefined where nobody tells. */
  untilContextWindow(model: string): Promise<number | undefined>;
  /** Whether the API searches for tools itself; throws `model/no-tool-search` once where it does not. */
  hasToolSearch(model: string): boolean;
};
