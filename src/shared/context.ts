import { z } from 'zod';

/** What settings.json says about how much goes into a request. */
export const contextFields = {
  /** Tokens that the model takes, where the API does not tell or tells too much. */
  contextWindow: z.number().int().min(4_000).max(100_000_000),
  /** A request that would fill more of the window is compacted first. */
  compactAtPercent: z.number().int().min(20).max(100),
  /** Where servers have more tools than this, or tools for more of the window, they are searched for. */
  deferToolsOver: z.number().int().min(0).max(100_000),
  deferToolsPercent: z.number().int().min(0).max(100),
};
export type ContextField = keyof typeof contextFields;

export type ContextSettings = {
  readonly [K in Exclude<ContextField, 'contextWindow'>]: number;
} & { readonly contextWindow?: number | undefined };

/** What holds where the settings say nothing. */
export const usualContext: ContextSettings = {
  compactAtPercent: 80,
  deferToolsOver: 30,
  deferToolsPercent: 10,
};

/** What a part of the next request takes, in tokens. */
export type ServerTokens = {
  readonly server: string;
  readonly tokens: number;
  /** How many of its tools are in the request, of how many. */
  readonly told: number;
  readonly tools: number;
};

/** How full the context window is with the next request of a conversation. */
export type ContextMeter = {
  /** Tokens that the model takes, and those from which on the conversation is compacted. */
  readonly window: number;
  readonly compactOver: number;
  /** False: nobody counts for this model, and all numbers are estimates. */
  readonly isCounted: boolean;
  readonly system: number;
  readonly builtins: number;
  /** Of servers that have tools, those first that take most. */
  readonly servers: readonly ServerTokens[];
  readonly messages: number;
  /** Tools are found by a search, and this many tokens of them are not in the request. */
  readonly leftOut?: number | undefined;
  /** There is something to compact by hand. */
  readonly canCompact: boolean;
};
