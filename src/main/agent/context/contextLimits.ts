import type { ContextSettings } from '../../../shared/context.ts';

/** Where neither the settings nor the API say how much a model takes. */
const usualWindow = 200_000;

/** What holds for the requests of a model. */
export type ContextLimits = {
  /** How many tokens the model takes. */
  readonly window: number;
  /** A request of more tokens than this is made smaller first. */
  readonly compactOver: number;
  /** Where servers have more tools than this, or of more tokens, they are searched for. */
  readonly deferOver: number;
  readonly deferTokens: number;
};

/** The limits by the settings; `known` is the window as the API tells it. */
export function contextLimits(
  { contextWindow, compactAtPercent, deferToolsOver, deferToolsPercent }: ContextSettings,
  known: number | undefined,
): ContextLimits {
  const window = contextWindow ?? known ?? usualWindow;
  return {
    window,
    compactOver: Math.floor((window * compactAtPercent) / 100),
    deferOver: deferToolsOver,
    deferTokens: Math.floor((window * deferToolsPercent) / 100),
  };
}
