import { describe, expect, it } from 'vitest';
import { ResponseCache } from '../../src/main/servers/connection/responseCache.ts';

function cache() {
  let now = 1_000;
  let asked = 0;
  const kept = new ResponseCache(() => now);
  return {
    kept,
    pass: (ms: number) => {
      now += ms;
    },
    asked: () => asked,
    ask: (method: string, params: Record<string, unknown>, answer: Record<string, unknown>) =>
      kept.get(method, params, async () => {
        asked += 1;
        return answer;
      }),
  };
}

describe('an answer', () => {
  it('is kept for as long as the server says, and no longer', async () => {
    const { ask, pass, asked } = cache();
    await ask('resources/list', {}, { ttlMs: 500, cacheScope: 'private' });
    pass(499);
    await ask('resources/list', {}, { ttlMs: 500 });
    expect(asked()).toBe(1);
    pass(1);
    await ask('resources/list', {}, { ttlMs: 500 });
    expect(asked()).toBe(2);
  });

  it.each([
    ['resources/list', {}],
    ['resources/list', { ttlMs: 0 }],
    ['resources/list', { ttlMs: -1 }],
    ['resources/list', { ttlMs: '900' }],
    ['prompts/get', { ttlMs: 900 }],
    ['completion/complete', { ttlMs: 900 }],
  ])('to %s with %j is not kept', async (method, answer) => {
    const { ask, asked } = cache();
    await ask(method, {}, answer);
    await ask(method, {}, answer);
    expect(asked()).toBe(2);
  });

  it('is kept for a day at most', async () => {
    const { ask, pass, asked } = cache();
    await ask('prompts/list', {}, { ttlMs: 1e15 });
    pass(86_400_000);
    await ask('prompts/list', {}, { ttlMs: 1e15 });
    expect(asked()).toBe(2);
  });

  it('belongs to its parameters', async () => {
    const { ask } = cache();
    await ask('resources/read', { uri: 'a:1' }, { ttlMs: 9, text: 'one' });
    expect(await ask('resources/read', { uri: 'a:2' }, { ttlMs: 9, text: 'two' })).toMatchObject({
      text: 'two',
    });
  });

  it('goes when the server tells of the change, and only then', async () => {
    const { ask, kept, asked } = cache();
    const all = async () => {
      await ask('resources/list', {}, { ttlMs: 900 });
      await ask('resources/templates/list', {}, { ttlMs: 900 });
      await ask('resources/read', { uri: 'a:1' }, { ttlMs: 900 });
      await ask('resources/read', { uri: 'a:2' }, { ttlMs: 900 });
      await ask('prompts/list', {}, { ttlMs: 900 });
      return asked();
    };
    expect(await all()).toBe(5);
    kept.changed({ kind: 'list-changed', of: 'resources' });
    expect(await all()).toBe(7);
    kept.changed({ kind: 'resource-updated', uri: 'a:2' });
    expect(await all()).toBe(8);
    kept.changed({ kind: 'list-changed', of: 'prompts' });
    expect(await all()).toBe(9);
  });

  it('from before a change is not kept after it', async () => {
    const { kept, ask, asked } = cache();
    await kept.get('prompts/list', {}, async () => {
      kept.changed({ kind: 'list-changed', of: 'prompts' });
      return { ttlMs: 900, prompts: 'old' };
    });
    expect(await ask('prompts/list', {}, { ttlMs: 900 })).toEqual({ ttlMs: 900 });
    expect(asked()).toBe(1);
  });

  it('makes room for a later one', async () => {
    const { ask, asked } = cache();
    for (let at = 0; at <= 512; at += 1)
      await ask('resources/read', { uri: `a:${at}` }, { ttlMs: 9 });
    await ask('resources/read', { uri: 'a:512' }, { ttlMs: 9 });
    expect(asked()).toBe(513);
    await ask('resources/read', { uri: 'a:0' }, { ttlMs: 9 });
    expect(asked()).toBe(514);
  });
});
