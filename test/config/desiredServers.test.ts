import { describe, expect, it } from 'vitest';
import { bundledServers, desiredServers } from '../../src/main/config/desiredServers.ts';

const bundled = bundledServers('/opt/electron', '/app/servers');

describe('desiredServers', () => {
  it('offers the bundled programs without starting them, and starts the server inside', () => {
    const all = desiredServers(bundled, new Map());
    expect(all.map(({ name, autoStart }) => ({ name, autoStart }))).toEqual([
      { name: 'deploy', autoStart: false },
      { name: 'docs', autoStart: false },
      { name: 'patchbay', autoStart: true },
    ]);
    expect(all[1]?.config).toMatchObject({
      command: '/opt/electron',
      args: ['/app/servers/docs.js'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
  });

  it("lets the user's entry of the same name win whole, and sorts by name", () => {
    const mine = { command: 'mine', args: [], env: {}, disabled: false };
    const all = desiredServers(
      bundled,
      new Map([
        ['docs', mine],
        ['Zed', mine],
      ]),
    );
    expect(all.map(({ name, source }) => `${name} ${source}`)).toEqual([
      'Zed user',
      'deploy bundled',
      'docs user',
      'patchbay bundled',
    ]);
    expect(all[2]).toMatchObject({ autoStart: true, config: mine });
  });
});
