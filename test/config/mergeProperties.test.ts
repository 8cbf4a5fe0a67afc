import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LayerEntries } from '../../src/main/config/layers.ts';
import { merge } from '../../src/main/config/merge.ts';
import type { Entry, MergeInput } from '../../src/main/config/merge.ts';
import { Layer } from '../../src/shared/config.ts';
import type { ApprovalAnswer } from '../../src/shared/config.ts';
import { ServerConfig } from '../../src/shared/server.ts';

/** Few names and commands, so that they meet often. */
const name = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__');
const config = fc
  .record({
    command: fc.constantFrom('x', 'y'),
    args: fc.array(fc.constantFrom('1', '2'), { maxLength: 1 }),
    trusted: fc.boolean(),
  })
  .map((value) => ServerConfig.parse(value));
const layers = fc.array(
  fc.record({
    layer: fc.constantFrom(...Layer.options),
    plugin: fc.constantFrom('p', 'q'),
    servers: fc.uniqueArray(fc.tuple(name, config), { selector: ([one]) => one, maxLength: 4 }),
  }),
  { maxLength: 8 },
);
type Made = typeof layers extends fc.Arbitrary<infer T> ? T : never;

/** One file of each layer, as in life, and several plugins. */
function entriesOf(made: Made): readonly LayerEntries[] {
  const byPlace = new Map(
    made.map(({ layer, plugin, servers }) => {
      const from = layer === 'plugin' ? { layer, plugin } : { layer, file: `/${layer}` };
      return [JSON.stringify(from), { from, servers: new Map(servers), problems: [] }] as const;
    }),
  );
  return [...byPlace.values()];
}

const answers = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.constantFrom<ApprovalAnswer>('approved', 'refused'),
);
const match = fc.oneof(
  name.map((serverName) => ({ serverName })),
  fc.constantFrom('x', 'y').map((command) => ({ serverCommand: [command] })),
);
const managed = fc.option(
  fc.record({
    excludes: fc.boolean(),
    lists: fc.record({
      allow: fc.option(fc.array(match, { maxLength: 3 }), { nil: undefined }),
      deny: fc.array(match, { maxLength: 1 }),
    }),
  }),
  { nil: undefined },
);

type Given = Pick<MergeInput, 'managed'> & {
  readonly made: Made;
  readonly answers: Readonly<Record<string, ApprovalAnswer>>;
};
const given: fc.Arbitrary<Given> = fc.record({ made: layers, answers, managed });
const answerOf =
  (known: Given['answers']) =>
  ({ name: of }: Entry): ApprovalAnswer | undefined =>
    Object.hasOwn(known, of) ? known[of] : undefined;

it('merging is the same in any reading order', () => {
  fc.assert(
    fc.property(given, fc.infiniteStream(fc.nat()), ({ made, answers: known, managed }, random) => {
      const shuffled = <T>(list: readonly T[]): T[] =>
        list
          .map((one) => [random.next().value ?? 0, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);
      const read = entriesOf(made);
      const other = shuffled(read).map((one) => ({
        ...one,
        servers: new Map(shuffled([...one.servers])),
      }));
      const common = { managed, answerOf: answerOf(known) };
      expect(merge({ layers: other, ...common })).toEqual(merge({ layers: read, ...common }));
    }),
    { numRuns: 500 },
  );
});

it('nothing is in force that nobody approved, that is denied, or that is excluded', () => {
  fc.assert(
    fc.property(given, ({ made, answers: known, managed }) => {
      const merged = merge({ layers: entriesOf(made), managed, answerOf: answerOf(known) });
      for (const { name: of, source, config: one } of merged.definitions) {
        const isOfFolder = source === 'project' || source === 'local';
        if (isOfFolder) expect(answerOf(known)({ name: of } as Entry)).toBe('approved');
        if (source === 'project') expect(one.trusted).toBe(undefined);
        if (managed?.excludes === true) expect(source).toBe('managed');
        for (const line of managed?.lists.deny ?? []) {
          if ('serverName' in line) expect(of).not.toBe(line.serverName);
        }
        if (managed?.lists.allow?.length === 0) expect.unreachable();
      }
    }),
    { numRuns: 500 },
  );
});

it('every entry is in force or has a reason why not, once', () => {
  fc.assert(
    fc.property(given, ({ made, answers: known, managed }) => {
      const read = entriesOf(made);
      const merged = merge({ layers: read, managed, answerOf: answerOf(known) });
      const told = [
        ...merged.definitions.flatMap(({ name: of, origin }) =>
          [origin?.winner, ...(origin?.losers ?? []).map(({ from }) => from)].map((from) =>
            JSON.stringify([of, from]),
          ),
        ),
        ...merged.leftOut.flatMap(({ name: of, losers }) =>
          losers.map(({ from }) => JSON.stringify([of, from])),
        ),
      ];
      const all = read.flatMap(({ from, servers }) =>
        [...servers.keys()].map((of) => JSON.stringify([of, from])),
      );
      expect([...told].sort()).toEqual([...all].sort());
    }),
    { numRuns: 500 },
  );
});
