import { Layer } from '../../shared/config.ts';
import type {
  ApprovalAnswer,
  LeftOut,
  Loser,
  LossReason,
  Provenance,
} from '../../shared/config.ts';
import type { ServerConfig } from '../../shared/server.ts';
import type { ServerDefinition } from './desiredServers.ts';
import type { LayerEntries } from './layers.ts';
import { isLetIn } from './managed.ts';
import type { ManagedLists } from './managed.ts';
import { signature } from './signature.ts';

/** One entry of one place. */
export type Entry = {
  readonly name: string;
  readonly from: Provenance;
  readonly config: ServerConfig;
};
type Candidate = Entry & { readonly autoStart: boolean };

/** The managed file, where there is one. */
export type ManagedRules = {
  /** Nothing but its own servers is let in. */
  readonly excludes: boolean;
  readonly lists: ManagedLists;
};

export type MergeInput = {
  readonly layers: readonly LayerEntries[];
  readonly managed?: ManagedRules | undefined;
  /** What a person answered about this content of an entry of the workspace. */
  readonly answerOf: (entry: Entry) => ApprovalAnswer | undefined;
};

export type Merged = {
  /** By name in code-unit order; each has its origin. */
  readonly definitions: readonly ServerDefinition[];
  /** What would be in force if a person approved it. */
  readonly waiting: readonly Entry[];
  readonly leftOut: readonly LeftOut[];
};

/**
 * Who is in force under each name, and why the others are not. The higher layer wins whole. Entries
 * of a workspace count only once they are approved; a connector only where nobody else has its
 * content. The order of the layers and of their entries makes no difference.
 */
export function merge(input: MergeInput): Merged {
  const all = input.layers.flatMap(candidatesOf);
  const connectors = all
    .filter(isConnector)
    .sort((a, b) => byCodeUnit(a.name, b.name) || highestFirst(a, b));
  const others = resolve(
    all.filter((one) => !isConnector(one)),
    input,
    new Set(),
  );
  const { winners, losers, waiting } = resolve(all, input, doubles(connectors, others, input));
  const bySignature = groupBySignature(winners);
  const definitions = [...winners.values()].map(({ name, from, config, autoStart }) => ({
    name,
    source: from.layer,
    config: withoutTrust(from, config),
    autoStart,
    origin: {
      winner: from,
      losers: losers.get(name) ?? [],
      sameContentAs: (bySignature.get(signature(config)) ?? []).filter((other) => other !== name),
    },
  }));
  const leftOut = [...losers]
    .filter(([name]) => !winners.has(name))
    .map(([name, lost]) => ({ name, losers: lost }));
  return { definitions, waiting, leftOut };
}

type Resolved = {
  readonly winners: ReadonlyMap<string, Candidate>;
  readonly losers: ReadonlyMap<string, readonly Loser[]>;
  readonly waiting: readonly Entry[];
};

/** One name after the other, in code-unit order. */
function resolve(
  candidates: readonly Candidate[],
  { managed, answerOf }: MergeInput,
  isDouble: ReadonlySet<Candidate>,
): Resolved {
  const byName = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const known = byName.get(candidate.name) ?? [];
    byName.set(candidate.name, known);
    known.push(candidate);
  }
  const winners = new Map<string, Candidate>();
  const losers = new Map<string, Loser[]>();
  const waiting: Entry[] = [];
  for (const name of [...byName.keys()].sort(byCodeUnit)) {
    const lost: Loser[] = [];
    for (const candidate of (byName.get(name) ?? []).sort(highestFirst)) {
      const { from, config } = candidate;
      const why =
        whyNot(candidate, winners.has(name), managed, answerOf) ??
        (isDouble.has(candidate) ? 'same-content' : undefined);
      if (why === undefined) winners.set(name, candidate);
      else lost.push({ from, why });
      if (why === 'not-approved') waiting.push({ name, from, config });
    }
    losers.set(name, lost);
  }
  return { winners, losers, waiting };
}

/** The connectors whose content a server in force of another layer has, or an earlier connector. */
function doubles(
  connectors: readonly Candidate[],
  { winners }: Resolved,
  { managed, answerOf }: MergeInput,
): ReadonlySet<Candidate> {
  const taken = new Set([...winners.values()].map(({ config }) => signature(config)));
  const found = new Set<Candidate>();
  for (const connector of connectors) {
    const higher = winners.get(connector.name);
    const isTaken = higher !== undefined && higher.from.layer !== 'bundled';
    if (whyNot(connector, isTaken, managed, answerOf) !== undefined) continue;
    const content = signature(connector.config);
    if (taken.has(content)) found.add(connector);
    taken.add(content);
  }
  return found;
}

const isConnector = ({ from }: Candidate): boolean => from.layer === 'connectors';

function candidatesOf({ from, servers, onDemand }: LayerEntries): readonly Candidate[] {
  return [...servers].map(([name, config]) => ({
    name,
    from,
    config,
    autoStart: onDemand?.has(name) !== true,
  }));
}

function whyNot(
  candidate: Candidate,
  isTaken: boolean,
  managed: ManagedRules | undefined,
  answerOf: MergeInput['answerOf'],
): LossReason | undefined {
  const { name, from, config } = candidate;
  if (managed?.excludes === true && from.layer !== 'managed') return 'managed-excludes';
  if (managed !== undefined && !isLetIn(managed.lists, name, config)) return 'denied';
  if (isTaken) return 'lower-layer';
  if (from.layer !== 'project' && from.layer !== 'local') return undefined;
  const answer = answerOf({ name, from, config });
  if (answer === undefined) return 'not-approved';
  return answer === 'refused' ? 'refused' : undefined;
}

function groupBySignature(winners: ReadonlyMap<string, Candidate>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name, config } of winners.values()) {
    const content = signature(config);
    groups.set(content, [...(groups.get(content) ?? []), name]);
  }
  return groups;
}

/** Who may be trusted is for the person to say, not for the folder that is opened. */
function withoutTrust({ layer }: Provenance, config: ServerConfig): ServerConfig {
  if (layer !== 'project' || config.trusted === undefined) return config;
  const { trusted: _, ...rest } = config;
  return rest;
}

const rank = (layer: Layer): number => Layer.options.indexOf(layer);
const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Of two plugins with a server of one name, the first by its own name wins. */
function highestFirst({ from: a }: Candidate, { from: b }: Candidate): number {
  return (
    rank(b.layer) - rank(a.layer) ||
    byCodeUnit(a.plugin ?? '', b.plugin ?? '') ||
    byCodeUnit(a.file ?? '', b.file ?? '')
  );
}
