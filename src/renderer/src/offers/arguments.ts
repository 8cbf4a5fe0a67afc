import type { CompletionTarget } from '../../../shared/resource.ts';
import type { FormArgument } from './ArgumentForm.tsx';
import type { Offer } from './search.ts';
import { templateVariables } from './uriTemplate.ts';

/** What is filled in before an offer can be used; a template does not say what it requires. */
export function argumentsOf(offer: Offer): readonly FormArgument[] {
  switch (offer.kind) {
    case 'resource':
    case 'command':
      return [];
    case 'prompt':
      return offer.prompt.arguments;
    case 'template':
      return templateVariables(offer.template.uriTemplate).map((name) => ({
        name,
        required: false,
      }));
  }
}

/** Whom to ask for values of those. */
export function targetOf(offer: Offer): CompletionTarget {
  return offer.kind === 'template'
    ? { kind: 'template', uriTemplate: offer.template.uriTemplate }
    : { kind: 'prompt', name: offer.title };
}
