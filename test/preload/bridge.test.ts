import { describe, expect, it } from 'vitest';
import { createBridge } from '../../src/preload/bridge.ts';
import type { IpcPort } from '../../src/preload/bridge.ts';

describe('the bridge', () => {
  it('hands an event to those who listen to its name, until they stop', () => {
    let emit: Parameters<IpcPort['on']>[1] = () => undefined;
    const ipc: IpcPort = { invoke: async () => undefined, on: (_channel, l) => (emit = l) };
    const bridge = createBridge(ipc, 'linux', () => '');
    const heard: unknown[] = [];
    const stop = bridge.on('servers.changed', (servers) => heard.push(servers));
    emit(null, 'servers.changed', ['a']);
    emit(null, 'chat.listed', ['b']);
    stop();
    emit(null, 'servers.changed', ['c']);
    expect(heard).toEqual([['a']]);
  });

  it('gives the window no way to the raw ipc', () => {
    const ipc = { invoke: async () => undefined, on: () => undefined };
    const bridge = createBridge(ipc, 'linux', () => '');
    expect(Object.keys(bridge).sort()).toEqual(['attach', 'on', 'platform', 'request']);
  });

  it('tells main the path of a file by itself, and lets the page ask for none', async () => {
    const asked: unknown[] = [];
    const ipc: IpcPort = {
      invoke: async (_channel, ...args) => asked.push(args),
      on: () => undefined,
    };
    const owned = new File(['of the person'], 'mine.txt');
    const bridge = createBridge(ipc, 'linux', (file) => (file === owned ? '/home/mine.txt' : ''));
    expect(await bridge.request('attach.file', { path: '/etc/passwd' })).toMatchObject({
      ok: false,
      error: { code: 'ipc/unknown-request' },
    });
    expect(asked).toEqual([]);
    await bridge.attach(owned);
    await bridge.attach(new File(['made'], 'image.png'));
    expect(asked).toEqual([
      ['attach.file', { path: '/home/mine.txt' }],
      ['attach.file', { name: 'image.png', bytes: new Uint8Array(Buffer.from('made')) }],
    ]);
  });
});
