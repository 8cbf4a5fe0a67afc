import type { PromptInfo, ResourceInfo, ResourceTemplateInfo } from '../../../shared/resource.ts';

/** One thing that a server offers, as lists show it. */
export type Offer = {
  /** Unique among all offers. */
  readonly key: string;
  readonly server: string;
  readonly title: string;
  /** Its address, or what it is for. */
  readonly detail: string;
} & (
  | { readonly kind: 'resource'; readonly resource: ResourceInfo }
  | { readonly kind: 'template'; readonly template: ResourceTemplateInfo }
  | { readonly kind: 'prompt'; readonly prompt: PromptInfo }
  /** Of Patchbay itself, by its title. */
  | { readonly kind: 'command' }
);

export function resourceOffer(resource: ResourceInfo): Offer {
  const { server, uri, title, name } = resource;
  const key = JSON.stringify(['resource', server, uri]);
  return { kind: 'resource', key, server, title: title ?? name, detail: uri, resource };
}

export function templateOffer(template: ResourceTemplateInfo): Offer {
  const { server, uriTemplate, title, name } = template;
  const key = JSON.stringify(['template', server, uriTemplate]);
  return { kind: 'template', key, server, title: title ?? name, detail: uriTemplate, template };
}

export function promptOffer(prompt: PromptInfo): Offer {
  const { server, name, title, description = '' } = prompt;
  const key = JSON.stringify(['prompt', server, name]);
  const detail = title === undefined ? description : `${title}. ${description}`.trim();
  return { kind: 'prompt', key, server, title: name, detail, prompt };
}

/** A command of Patchbay's own: it stands among the offers as if Patchbay were a server. */
export function commandOffer(title: string, detail: string): Offer {
  return {
    kind: 'command',
    key: JSON.stringify(['command', title]),
    server: 'Patchbay',
    title,
    detail,
  };
}

/**
 * The offers that hold the words looked for, in the title, the detail or as `server:…`; of each
 * server the ones whose title begins so come first. Servers keep their order.
 */
export function searchOffers(offers: readonly Offer[], query: string): readonly Offer[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return offers;
  const byServer = new Map<string, { readonly best: Offer[]; readonly rest: Offer[] }>();
  for (const offer of offers) {
    const title = offer.title.toLowerCase();
    const server = offer.server.toLowerCase();
    const detail = offer.detail.toLowerCase();
    const text = `${title}\n${detail}\n${server}:${title}\n${server}:${detail}`;
    if (!words.every((word) => text.includes(word))) continue;
    const group = byServer.get(offer.server) ?? { best: [], rest: [] };
    byServer.set(offer.server, group);
    (title.startsWith(first) ? group.best : group.rest).push(offer);
  }
  return [...byServer.values()].flatMap(({ best, rest }) => [...best, ...rest]);
}
