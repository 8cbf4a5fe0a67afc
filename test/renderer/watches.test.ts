import { expect, it } from 'vitest';
import type { ServerSummary } from '../../src/shared/server.ts';
import { createWatches, watchKey } from '../../src/renderer/src/store/watches.ts';
import { createFakeBridge } from './fakeBridge.ts';

const server = (kind: 'connected' | 'stopped', since = 0): ServerSummary => ({
  name: 'wiki',
  source: 'user',
  state: kind === 'connected' ? { kind, since, tookMs: 1 } : { kind, since, by: 'you' },
  transport: 'stdio',
  toolCount: 0,
  hasResources: true,
  hasPrompts: false,
  callCount: 0,
  restartCount: 0,
});

const watch = { server: 'wiki', uri: 'wiki://1' };

function watching(answers: Parameters<typeof createFakeBridge>[0] = {}) {
  const bridge = createFakeBridge(answers);
  const watches = createWatches(bridge, () => 5);
  watches.setState(new Map([[watchKey('wiki', 'wiki://1'), watch]]), true);
  return { bridge, watches, all: () => [...watches.getState().values()] };
}

it('notes when a watched resource changed, and forgets it when its server is gone', () => {
  const { bridge, all } = watching();
  bridge.emit('resource.updated', { server: 'wiki', uri: 'wiki://2' });
  expect(all()).toEqual([watch]);
  bridge.emit('resource.updated', watch);
  expect(all()).toEqual([{ ...watch, changedAt: 5, isNews: true }]);
  bridge.emit('servers.changed', [server('connected')]);
  expect(all()).toHaveLength(1);
  bridge.emit('servers.changed', []);
  expect(all()).toEqual([]);
});

it('watches on when its server comes back, and takes what it has then for news', async () => {
  const { bridge, watches, all } = watching({ 'servers.subscribe': () => undefined });
  bridge.emit('servers.changed', [server('connected', 1)]);
  bridge.emit('servers.changed', [server('stopped', 2)]);
  expect(bridge.asked).toEqual([]);
  const told = new Promise<void>((resolve) => {
    watches.subscribe((state) => [...state.values()][0]?.isNews === true && resolve());
  });
  bridge.emit('servers.changed', [server('connected', 3)]);
  await told;
  expect(bridge.asked).toEqual([{ name: 'servers.subscribe', input: { ...watch, on: true } }]);
  expect(all()).toEqual([{ ...watch, since: 3, changedAt: 5, isNews: true }]);
});

it('watches no more what its server does not let it watch again', async () => {
  const { bridge, watches, all } = watching();
  bridge.emit('servers.changed', [server('connected', 1)]);
  const told = new Promise<void>((resolve) => {
    watches.subscribe((state) => state.size === 0 && resolve());
  });
  bridge.emit('servers.changed', [server('connected', 3)]);
  await told;
  expect(all()).toEqual([]);
});
