import { expect, it } from 'vitest';
import type { ServerSummary } from '../../src/shared/server.ts';
import { createWatches, watchKey } from '../../src/renderer/src/store/watches.ts';
import { createFakeBridge } from './fakeBridge.ts';

const server = (kind: 'connected' | 'stopped'): ServerSummary => ({
  name: 'wiki',
  source: 'user',
  state: kind === 'connected' ? { kind, since: 0, tookMs: 1 } : { kind, since: 0, by: 'you' },
  transport: 'stdio',
  toolCount: 0,
  hasResources: true,
  hasPrompts: false,
  callCount: 0,
  restartCount: 0,
});

it('notes when a watched resource changed, and forgets it when its server is gone', () => {
  const bridge = createFakeBridge({});
  const watches = createWatches(bridge, () => 5);
  const watch = { server: 'wiki', uri: 'wiki://1' };
  watches.setState(new Map([[watchKey('wiki', 'wiki://1'), watch]]), true);
  bridge.emit('resource.updated', { server: 'wiki', uri: 'wiki://2' });
  expect([...watches.getState().values()]).toEqual([watch]);
  bridge.emit('resource.updated', watch);
  expect([...watches.getState().values()]).toEqual([{ ...watch, changedAt: 5, isNews: true }]);
  bridge.emit('servers.changed', [server('connected')]);
  expect(watches.getState().size).toBe(1);
  bridge.emit('servers.changed', [server('stopped')]);
  expect(watches.getState().size).toBe(0);
});
