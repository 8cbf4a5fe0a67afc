import { Adding } from '../config/adding.ts';
import type { AddingPorts } from '../config/adding.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Push } from './push.ts';

type Surroundings = Pick<AddingPorts, 'configuration' | 'secrets' | 'fetch' | 'onLayers'> & {
  readonly paths: { readonly data: string };
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly supervisor: Supervisor;
  readonly push: Push;
  readonly onLink: (follow: (link: string) => void) => void;
};

/** The ways of adding servers, as this machine and the other rooms have them. */
export function openAdding(from: Surroundings): Adding {
  const { configuration, secrets, paths, home, environment, supervisor, push } = from;
  const adding = new Adding({
    configuration,
    secrets,
    fetch: from.fetch,
    onLayers: from.onLayers,
    onConnectors: () => push.snapshot('connectors.changed', () => adding.connectors.view()),
    dataFolder: paths.data,
    machine: { platform: process.platform, home, environment },
    servers: () =>
      new Map(
        supervisor.list().map(({ name }) => [name, supervisor.definition(name).config] as const),
      ),
    onOffers: () => push.snapshot('adding.offers', () => adding.offers.list()),
  });
  from.onLink((link) => adding.offers.follow(link));
  return adding;
}
