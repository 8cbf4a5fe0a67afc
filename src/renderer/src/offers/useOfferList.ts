import type { AppError } from '../../../shared/errors.ts';
import { useServers } from '../store/stores.ts';
import { promptOffer, resourceOffer, searchOffers, templateOffer } from './search.ts';
import type { Offer } from './search.ts';
import type { Trigger } from './trigger.ts';
import { usePromptsOf, useResourcesOf } from './useOffersOf.ts';

export type OfferList = {
  readonly offers: readonly Offer[];
  /** How many more there are than are listed. */
  readonly more: number;
  /** Servers that could not say what they offer. */
  readonly failures: readonly AppError[];
  /** Some have not answered yet. */
  readonly isLoading: boolean;
};

/** More than anyone reads: typing on finds the others. */
const mostListed = 50;
const none: readonly string[] = [];

/**
 * What the connected servers offer for what is being typed, and the commands; asks nothing without a
 * trigger.
 */
export function useOfferList(trigger: Trigger | undefined, commands: readonly Offer[]): OfferList {
  const kind = trigger?.kind;
  const connected = (useServers() ?? []).filter(({ state }) => state.kind === 'connected');
  const withResources = connected.filter((one) => one.hasResources).map(({ name }) => name);
  const withPrompts = connected.filter((one) => one.hasPrompts).map(({ name }) => name);
  const resources = useResourcesOf(kind === 'resource' ? withResources : none);
  const prompts = usePromptsOf(kind === 'prompt' ? withPrompts : none);
  if (trigger === undefined) return { offers: [], more: 0, failures: [], isLoading: false };
  const names = kind === 'resource' ? withResources : withPrompts;
  const answers = names.map((name) =>
    kind === 'resource' ? resources.get(name) : prompts.get(name),
  );
  const all = names.flatMap((name): readonly Offer[] => {
    if (kind === 'prompt') {
      const answer = prompts.get(name);
      return answer?.ok ? answer.value.map(promptOffer) : [];
    }
    const answer = resources.get(name);
    if (!answer?.ok) return [];
    return [
      ...answer.value.templates.map(templateOffer),
      ...answer.value.resources.map(resourceOffer),
    ];
  });
  const found = searchOffers(kind === 'prompt' ? [...commands, ...all] : all, trigger.query);
  return {
    offers: found.slice(0, mostListed),
    more: Math.max(0, found.length - mostListed),
    failures: answers.flatMap((answer) => (answer?.ok === false ? [answer.error] : [])),
    isLoading: answers.includes(undefined),
  };
}
