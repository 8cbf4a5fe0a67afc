import { describe, expect, it } from 'vitest';
import { createBridge } from '../../src/preload/bridge.ts';
import type { IpcPort } from '../../src/preload/bridge.ts';

describe('the bridge', () => {
  it('hands an event to those who listen to its name, until they stop', () => {
    let emit: Parameters<IpcPort['on']>[1] = () => undefined;
    const ipc: IpcPort = { invoke: async () => undefined, on: (_channel, l) => (emit = l) };
    const bridge = createBridge(ipc, 'linux');
    const heard: unknown[] = [];
    const stop = bridge.on('servers.changed', (servers) => heard.push(servers));
    emit(null, 'servers.changed', ['a']);
    emit(null, 'chat.listed', ['b']);
    stop();
    emit(null, 'servers.changed', ['c']);
    expect(heard).toEqual([['a']]);
  });

  it('gives the window no way to the raw ipc', () => {
    const bridge = createBridge({ invoke: async () => undefined, on: () => undefined }, 'linux');
    expect(Object.keys(bridge).sort()).toEqual(['on', 'platform', 'request']);
  });
});
