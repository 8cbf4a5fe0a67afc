import type { Provenance } from '../../shared/config.ts';
import type { ServerConfig } from '../../shared/server.ts';
import type { ConfigProblem } from '../../shared/settings.ts';

/** The entries of one place. */
export type LayerEntries = {
  readonly from: Provenance;
  readonly servers: ReadonlyMap<string, ServerConfig>;
  readonly problems: readonly ConfigProblem[];
  /** Names of servers that start only when they are asked for; by default none. */
  readonly onDemand?: ReadonlySet<string> | undefined;
};
