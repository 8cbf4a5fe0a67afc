import { describe, expect, it } from 'vitest';
import { bundledLayer, bundledServers } from '../../src/main/config/bundledServers.ts';
import type { LayerEntries } from '../../src/main/config/layers.ts';
import { merge } from '../../src/main/config/merge.ts';
import type { Entry, ManagedRules } from '../../src/main/config/merge.ts';
import type { ApprovalAnswer, Layer } from '../../src/shared/config.ts';
import { ServerConfig } from '../../src/shared/server.ts';

const program = (command: string, ...args: string[]) => ServerConfig.parse({ command, args });
const remote = (url: string, rest: object = {}) => ServerConfig.parse({ url, ...rest });

function layer(
  name: Layer,
  servers: Readonly<Record<string, ServerConfig>>,
  rest: Partial<LayerEntries> = {},
): LayerEntries {
  const from = { layer: name, file: `/${name}.json` };
  return { from, servers: new Map(Object.entries(servers)), problems: [], ...rest };
}

const bundled: LayerEntries = {
  from: { layer: 'bundled' },
  servers: new Map(['patchbay', 'docs', 'deploy'].map((name) => [name, program(name)])),
  onDemand: new Set(['docs', 'deploy']),
  problems: [],
};
const approveAll = (): ApprovalAnswer => 'approved';
const all = (
  layers: readonly LayerEntries[],
  answerOf: (entry: Entry) => ApprovalAnswer | undefined = approveAll,
  managed?: ManagedRules,
) => merge({ layers, answerOf, managed });
const winners = (merged: ReturnType<typeof merge>) =>
  merged.definitions.map(({ name, source }) => `${name} ${source}`);
const originOf = (merged: ReturnType<typeof merge>, name: string) =>
  merged.definitions.find((one) => one.name === name)?.origin;

const everyLayer: readonly Layer[] = ['connectors', 'plugin', 'user', 'project', 'local'];

describe('merge', () => {
  it('offers the bundled programs without starting them, and starts the server inside', () => {
    const layers = [bundledLayer(bundledServers('/opt/electron', '/app/servers'))];
    const { definitions } = all(layers);
    expect(definitions.filter(({ autoStart }) => autoStart).map(({ name }) => name)).toEqual([
      'patchbay',
    ]);
    expect(definitions.find(({ name }) => name === 'docs')).toMatchObject({
      source: 'bundled',
      config: {
        command: '/opt/electron',
        args: ['/app/servers/docs.js'],
        env: { ELECTRON_RUN_AS_NODE: '1' },
      },
    });
  });

  it.each(everyLayer.map((name, rank) => ({ name, below: everyLayer.slice(0, rank) })))(
    'lets $name win whole over what is below it, and says who lost',
    ({ name, below }) => {
      const layers = [...below, name].map((one) => layer(one, { a: program(one) }));
      const { definitions } = all(layers);
      expect(definitions).toHaveLength(1);
      expect(definitions[0]).toMatchObject({ source: name, config: { command: name } });
      expect(definitions[0]?.origin?.losers.map(({ from, why }) => `${from.layer} ${why}`)).toEqual(
        [...below].reverse().map((one) => `${one} lower-layer`),
      );
    },
  );

  it("lets the user's entry win over a bundled one, and sorts by code unit", () => {
    const mine = program('mine');
    const merged = all([bundled, layer('user', { docs: mine, Zed: mine })]);
    expect(winners(merged)).toEqual([
      'Zed user',
      'deploy bundled',
      'docs user',
      'patchbay bundled',
    ]);
  });

  it('says which servers have the same content under another name', () => {
    const merged = all([
      layer('user', { a: program('x', '1'), b: program('x', '1'), c: program('x', '2') }),
    ]);
    expect(originOf(merged, 'a')?.sameContentAs).toEqual(['b']);
    expect(originOf(merged, 'c')?.sameContentAs).toEqual([]);
  });

  it('lets an entry of the workspace count only once it is approved, and the lower one run meanwhile', () => {
    const layers = [layer('user', { a: program('safe') }), layer('project', { a: program('new') })];
    const waits = all(layers, () => undefined);
    expect(waits.definitions[0]).toMatchObject({ source: 'user', config: { command: 'safe' } });
    expect(originOf(waits, 'a')?.losers).toEqual([
      { from: { layer: 'project', file: '/project.json' }, why: 'not-approved' },
    ]);
    expect(waits.waiting.map(({ name }) => name)).toEqual(['a']);
    const refused = all(layers, () => 'refused');
    expect(originOf(refused, 'a')?.losers[0]?.why).toBe('refused');
    expect(refused.waiting).toEqual([]);
    expect(winners(all(layers))).toEqual(['a project']);
  });

  it('asks about local settings too: a folder may have brought them along', () => {
    const merged = all([layer('local', { a: program('x') })], () => undefined);
    expect(merged.definitions).toEqual([]);
    expect(merged.leftOut).toEqual([
      {
        name: 'a',
        losers: [{ from: { layer: 'local', file: '/local.json' }, why: 'not-approved' }],
      },
    ]);
  });

  it('asks about no entry that would not be in force anyway', () => {
    const merged = all(
      [layer('project', { a: program('x') }), layer('local', { a: program('y') })],
      ({ from }) => (from.layer === 'local' ? 'approved' : undefined),
    );
    expect(merged.waiting).toEqual([]);
  });

  it('takes no trust from a project file', () => {
    const trusting = ServerConfig.parse({ command: 'x', trusted: true });
    expect(all([layer('project', { a: trusting })]).definitions[0]?.config.trusted).toBe(undefined);
    expect(all([layer('user', { a: trusting })]).definitions[0]?.config.trusted).toBe(true);
  });

  it('drops a connector whose content another layer has, and gives its name back', () => {
    const url = 'https://mcp.example.com/mcp';
    const merged = all([
      bundled,
      layer('user', { mine: remote(url, { type: 'http', headers: { 'X-A': '1' } }) }),
      layer('connectors', { docs: remote(url), other: remote('https://other.example.com/') }),
    ]);
    expect(winners(merged)).toContain('docs bundled');
    expect(winners(merged)).toContain('other connectors');
    expect(originOf(merged, 'docs')?.losers).toMatchObject([{ why: 'same-content' }]);
  });

  it('keeps the first of two connectors with the same content', () => {
    const one = remote('https://mcp.example.com/mcp');
    const merged = all([layer('connectors', { b: one, a: one })]);
    expect(winners(merged)).toEqual(['a connectors']);
    expect(merged.leftOut.map(({ name }) => name)).toEqual(['b']);
  });

  it('lets nothing in but the managed servers where the managed file has some', () => {
    const managed = { excludes: true, lists: { deny: [] } };
    const layers = [bundled, ...everyLayer.map((name) => layer(name, { a: program(name) }))];
    const merged = all([...layers, layer('managed', { m: program('m') })], approveAll, managed);
    expect(winners(merged)).toEqual(['m managed']);
    const reasons = merged.leftOut.flatMap(({ losers }) => losers.map(({ why }) => why));
    expect(new Set(reasons)).toEqual(new Set(['managed-excludes']));
    expect(merged.waiting).toEqual([]);
  });

  it('filters every layer by the lists of a managed file without servers', () => {
    const managed = { excludes: false, lists: { deny: [{ serverName: 'docs' }] } };
    const merged = all([bundled, layer('user', { docs: program('x') })], approveAll, managed);
    expect(winners(merged)).toEqual(['deploy bundled', 'patchbay bundled']);
    expect(merged.leftOut[0]?.losers.map(({ why }) => why)).toEqual(['denied', 'denied']);
  });
});
