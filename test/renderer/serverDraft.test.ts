import { describe, expect, test } from 'vitest';
import {
  checkDraft,
  draftFrom,
  emptyDraft,
} from '../../src/renderer/src/servers/form/serverDraft.ts';
import type { ServerEdit } from '../../src/shared/server.ts';

const draft = { ...emptyDraft, name: 'files', command: 'npx' };
const none: ReadonlySet<string> = new Set();

describe('a draft', () => {
  test('becomes an entry, one argument per line, without empty lines and rows', () => {
    const checked = checkDraft(
      {
        ...emptyDraft,
        name: ' files ',
        command: ' npx ',
        args: '-y\n\n  pkg  \r\nwith space',
        env: [
          { name: 'ROOT', value: ' kept as typed ' },
          { name: '', value: '' },
        ],
        cwd: ' /work ',
      },
      none,
    );
    expect(checked).toEqual({
      ok: true,
      name: 'files',
      config: {
        command: 'npx',
        args: ['-y', 'pkg', 'with space'],
        env: { ROOT: ' kept as typed ' },
        cwd: '/work',
        disabled: false,
      },
    });
  });

  test.each<[string, Partial<typeof draft>, object]>([
    ['without a name', { name: '  ' }, { name: 'empty' }],
    ['with a long name', { name: 'x'.repeat(65) }, { name: 'long' }],
    ['with an invisible sign in its name', { name: 'a\u200eb' }, { name: 'control' }],
    ['with a name in use', { name: 'docs' }, { name: 'taken' }],
    ['without a command', { command: ' ' }, { command: 'empty' }],
  ])('%s is refused', (_title, change, problems) => {
    const checked = checkDraft({ ...draft, ...change }, new Set(['docs']));
    expect(checked).toEqual({ ok: false, problems });
  });

  test.each([
    ['http', '', 'empty'],
    ['http', 'wss://a.example', 'http'],
    ['sse', 'a.example/mcp', 'http'],
    ['ws', 'https://a.example', 'ws'],
    ['http', 'https://', 'http'],
  ] as const)('of kind %s at %j is refused as %s', (kind, url, problem) => {
    expect(checkDraft({ ...draft, kind, url }, none)).toEqual({
      ok: false,
      problems: { url: problem },
    });
  });

  test('becomes another kind of server and keeps only what both have', () => {
    const base: ServerEdit = {
      type: 'stdio',
      command: 'npx',
      args: ['x'],
      env: { A: null },
      disabled: true,
    };
    const changed = {
      ...draftFrom('a', base),
      kind: 'sse',
      url: ' https://a.example/sse ',
    } as const;
    expect(checkDraft(changed, none, base)).toEqual({
      ok: true,
      name: 'a',
      config: { type: 'sse', url: 'https://a.example/sse', headers: {}, disabled: true },
    });
  });

  test('refuses a header name that HTTP does not allow', () => {
    const headers = [{ name: 'X Key', value: '1' }];
    const checked = checkDraft({ ...draft, kind: 'http', url: 'https://a.example', headers }, none);
    expect(checked.ok ? undefined : [...(checked.problems.headers ?? [])]).toEqual([
      [0, 'invalid'],
    ]);
  });

  test('says which environment row is wrong', () => {
    const env = [
      { name: 'A', value: '1' },
      { name: '', value: '2' },
      { name: 'B=C', value: '' },
      { name: 'A', value: '3' },
    ];
    const checked = checkDraft({ ...draft, env }, none);
    expect(checked.ok ? undefined : [...(checked.problems.env ?? [])]).toEqual([
      [1, 'empty'],
      [2, 'invalid'],
      [3, 'twice'],
    ]);
  });

  test.each<ServerEdit>([
    { command: 'npx', args: [], env: {}, disabled: false },
    {
      type: 'stdio',
      command: 'node',
      args: ['-e', 'a\nb', '', ' x ', '"quoted"', 'a b'],
      env: { constructor: 'x', PATH: '' },
      cwd: '/tmp',
      disabled: true,
      connectTimeoutMs: 5,
      toolTimeoutMs: 6,
      idleTimeoutMs: 0,
      healthCheckMs: 7,
    },
    { url: 'https://a.example/mcp', headers: { 'X-Key': null }, disabled: false },
    { url: '${BASE:-https://a.example}/mcp', headers: {}, disabled: false },
    { type: 'http', url: 'http://127.0.0.1:1/', headers: {}, disabled: false, trusted: true },
    { command: 'npx', args: ['x'], env: {}, disabled: false, roots: false },
    { type: 'ws', url: 'wss://a.example/', headers: { A: 'b' }, disabled: false },
    {
      url: 'https://a.example/mcp',
      headers: {},
      headersHelper: ['node', 'headers.mjs'],
      disabled: false,
    },
    {
      type: 'sse',
      url: 'https://a.example/sse',
      headers: {},
      oauth: {
        grant: 'authorization_code',
        clientId: 'patchbay',
        tokenEndpointAuthMethod: 'private_key_jwt',
        privateKeyFile: '~/key.pem',
        callbackPort: 8123,
        callbackHost: '127.0.0.1',
        dpop: false,
      },
      disabled: false,
    },
    { type: 'sse-ide', ideName: 'vim', headers: {}, disabled: false },
    { type: 'sdk', name: 'patchbay', disabled: false },
  ])('of an entry gives the same entry back', (config) => {
    expect(checkDraft(draftFrom('a', config), none, config)).toEqual({
      ok: true,
      name: 'a',
      config,
    });
  });

  test.each([
    [undefined, true, true],
    [undefined, false, undefined],
    [true, false, false],
  ])('of an entry with trust %s, switched to %s, says %s', (trusted, asked, expected) => {
    const base: ServerEdit = { command: 'npx', args: [], env: {}, disabled: false };
    const entry = trusted === undefined ? base : { ...base, trusted };
    const checked = checkDraft({ ...draftFrom('a', entry), trusted: asked }, none, entry);
    expect(checked.ok && checked.config.trusted).toBe(expected);
  });

  test('drops the working folder when its field is emptied', () => {
    const base = { command: 'npx', args: [], env: {}, cwd: '/tmp', disabled: false };
    const checked = checkDraft({ ...draftFrom('a', base), cwd: '' }, none, base);
    expect(checked.ok && 'cwd' in checked.config).toBe(false);
  });
});
