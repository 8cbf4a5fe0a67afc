import type { ContextMeter } from '../../../shared/context.ts';

type Kind =
  | { readonly kind: 'system' | 'builtins' | 'messages' }
  | {
      readonly kind: 'server';
      readonly server: string;
      readonly told: number;
      readonly tools: number;
    }
  | { readonly kind: 'more-servers'; readonly count: number };

/** A line of the meter; `look` names its colour. */
export type MeterPart = Kind & {
  readonly key: string;
  readonly tokens: number;
  readonly look: 'of-system' | 'of-builtins' | 'of-servers' | 'of-messages';
};

/** So many servers have lines of their own. */
const mostServers = 6;

/** What a request is made of, in its order; of many servers the smallest together. */
export function meterParts({ system, builtins, servers, messages }: ContextMeter): MeterPart[] {
  const own = servers.length > mostServers + 1 ? servers.slice(0, mostServers) : servers;
  const rest = servers.slice(own.length);
  const more: MeterPart[] =
    rest.length === 0
      ? []
      : [
          {
            kind: 'more-servers',
            key: 'more',
            look: 'of-servers',
            count: rest.length,
            tokens: rest.reduce((sum, { tokens }) => sum + tokens, 0),
          },
        ];
  return [
    { kind: 'system', key: 'system', look: 'of-system', tokens: system },
    { kind: 'builtins', key: 'builtins', look: 'of-builtins', tokens: builtins },
    ...own.map((one): MeterPart => ({
      ...one,
      kind: 'server',
      key: `server ${one.server}`,
      look: 'of-servers',
    })),
    ...more,
    { kind: 'messages', key: 'messages', look: 'of-messages', tokens: messages },
  ];
}
