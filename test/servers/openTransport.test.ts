import { describe, expect, it } from 'vitest';
import { ConnectBatches } from '../../src/main/servers/connectBatches.ts';
import {
  EraVerdicts,
  eraStoreInMemory,
  signatureOf,
} from '../../src/main/servers/connection/eraVerdicts.ts';
import { isLocal, mayBeModern, mayBeSse } from '../../src/main/servers/transports/openTransport.ts';
import { ServerConfig } from '../../src/shared/server.ts';

const url = 'https://a.example/mcp';
const config = (entry: object) => ServerConfig.parse(entry);

describe('an entry', () => {
  it.each([
    [{ command: 'node' }, true, true],
    [{ type: 'sdk', name: 'patchbay' }, true, true],
    [{ url }, false, true],
    [{ type: 'http', url }, false, true],
    [{ type: 'sse', url }, false, false],
    [{ type: 'ws', url: 'wss://a.example' }, false, false],
    [{ type: 'sse-ide' }, false, false],
  ])('%j: local %s, may be of the newer era %s', (entry, local, modern) => {
    expect(isLocal(config(entry))).toBe(local);
    expect(mayBeModern(config(entry))).toBe(modern);
  });

  // MCP 2025-11-25, Transports, Backwards Compatibility.
  it.each([
    [{ url }, [400], true],
    [{ url }, [undefined, 404], true],
    [{ url }, [405], true],
    [{ url }, [500], false],
    [{ url }, [401], false],
    [{ url }, [undefined], false],
    [{ type: 'http', url }, [405], false],
    [{ type: 'ws', url: 'wss://a.example' }, [404], false],
  ])('%j answered with %j may be one of SSE: %s', (entry, statuses, may) => {
    expect(mayBeSse(config(entry), statuses)).toBe(may);
  });
});

describe('EraVerdicts', () => {
  const day = 24 * 60 * 60 * 1000;

  it.each(['legacy', 'sse'] as const)('keeps %s for seven days, and is not renewed', (kind) => {
    let now = 0;
    const eras = new EraVerdicts(eraStoreInMemory(), () => now);
    const entry = config({ url });
    expect(eras.of(entry)).toBeUndefined();
    eras.learn(entry, kind);
    now = 6 * day;
    eras.learn(entry, kind);
    expect(eras.of(entry)).toBe(kind);
    now = 7 * day;
    expect(eras.of(entry)).toBeUndefined();
  });

  it('forgets one that turned out to be newer, and one that failed', () => {
    const eras = new EraVerdicts(eraStoreInMemory(), () => 0);
    const [first, second] = [config({ url }), config({ command: 'node' })];
    eras.learn(first, 'legacy');
    eras.learn(second, 'legacy');
    eras.learn(first, undefined);
    eras.forget(second);
    expect([first, second].map((entry) => eras.of(entry))).toEqual([undefined, undefined]);
  });

  it('knows an entry by what it runs or reaches, not by limits and switches', () => {
    const entry = { command: 'node', env: { KEY: 'secret' } };
    const limits = { connectTimeoutMs: 4, toolTimeoutMs: 5, idleTimeoutMs: 6, healthCheckMs: 7 };
    const switches = { disabled: true, trusted: true, roots: false, ...limits };
    const same = config({ ...entry, ...switches });
    expect(signatureOf(same)).toBe(signatureOf(config(entry)));
    expect(signatureOf(config({ ...entry, args: ['x'] }))).not.toBe(signatureOf(config(entry)));
    expect(signatureOf(same)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('ConnectBatches', () => {
  const stay = new AbortController().signal;

  it('lets those who wait in when it becomes larger', async () => {
    const batches = new ConnectBatches(1);
    await batches.turn(stay);
    const second = batches.turn(stay);
    batches.resize(2);
    await second;
  });

  it('lets nobody in until enough have left when it becomes smaller', async () => {
    const batches = new ConnectBatches(2);
    const leave = [await batches.turn(stay), await batches.turn(stay)];
    batches.resize(1);
    let isIn = false;
    const third = batches.turn(stay).then(() => {
      isIn = true;
    });
    leave[0]?.();
    await Promise.resolve();
    expect(isIn).toBe(false);
    leave[1]?.();
    await third;
  });
});
