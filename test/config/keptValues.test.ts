import { describe, expect, it } from 'vitest';
import { mergeKept, withoutValues } from '../../src/main/config/keptValues.ts';
import { ServerConfig, ServerEdit } from '../../src/shared/server.ts';

const url = 'https://a.example/mcp';

describe('what the window gets', () => {
  it.each([
    [{ command: 'node', env: { KEY: 'secret', EMPTY: '' } }, { env: { KEY: null, EMPTY: null } }],
    [
      { url, headers: { 'X-Key': 'secret' } },
      { url, headers: { 'X-Key': null } },
    ],
    [
      { type: 'sdk', name: 'patchbay' },
      { type: 'sdk', name: 'patchbay' },
    ],
  ])('of %j has no values', (entry, seen) => {
    const hidden = withoutValues(ServerConfig.parse(entry));
    expect(hidden).toMatchObject(seen);
    expect(JSON.stringify(hidden)).not.toContain('secret');
  });
});

describe('mergeKept', () => {
  const merge = (edit: object, existing?: object) =>
    mergeKept(ServerEdit.parse(edit), existing && ServerConfig.parse(existing));

  it('keeps the values of nulls, takes new ones and drops what is gone', () => {
    const edit = { command: 'node', env: { KEPT: null, NEW: 'new', REPLACED: '' } };
    const existing = { command: 'npx', env: { KEPT: 'old', GONE: 'x', REPLACED: 'y' } };
    expect(merge(edit, existing)).toMatchObject({
      command: 'node',
      env: { KEPT: 'old', NEW: 'new', REPLACED: '' },
    });
    expect(merge({ url, headers: { A: null } }, { type: 'sse', url, headers: { A: 'b' } })).toEqual(
      {
        url,
        headers: { A: 'b' },
        disabled: false,
      },
    );
  });

  it.each([
    ['there was no entry', undefined],
    ['the entry has no such value', { command: 'node', env: {} }],
    ['it was a header', { url, headers: { constructor: 'x' } }],
    ['only the prototype has it', { command: 'node' }],
  ])('refuses a null where %s', (_name, existing) => {
    const edit = { command: 'node', env: { constructor: null } };
    expect(() => merge(edit, existing)).toThrow(/constructor/);
  });

  it('gives an entry back whole that the window did not touch', () => {
    const entry = ServerConfig.parse({ type: 'ws', url: 'wss://a.example', headers: { A: 'b' } });
    expect(mergeKept(withoutValues(entry), entry)).toEqual(entry);
  });
});
