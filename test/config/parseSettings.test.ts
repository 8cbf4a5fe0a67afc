import { describe, expect, it } from 'vitest';
import { emptySettings, parseSettings } from '../../src/main/config/parseSettings.ts';
import type { Settings } from '../../src/main/config/parseSettings.ts';

const file = '/data/settings.json';
const parse = (text: string, lastGood: Settings = emptySettings) =>
  parseSettings(text, file, lastGood);

const docs = { command: 'docs', args: [], env: {}, disabled: false };
const lastGood: Settings = {
  ...emptySettings,
  model: 'old',
  mcpServers: new Map([['docs', docs]]),
};

describe('parseSettings', () => {
  it('reads comments, trailing commas and a byte-order mark', () => {
    const { settings, problems } = parse(
      '\uFEFF{\n// mine\n"model": "m", "mcpServers": {"a": {"command": "x",},},\n}',
    );
    expect(problems).toEqual([]);
    expect(settings.model).toBe('m');
    expect(settings.mcpServers.get('a')).toEqual({ ...docs, command: 'x' });
  });

  it('reads limits, for all servers and for one, where 0 switches off what may be off', () => {
    const limits = { toolTimeoutMs: 1, callIdleTimeoutMs: 0, healthCheckMs: 0 };
    const own = { toolTimeoutMs: 2, idleTimeoutMs: 0, healthCheckMs: 60_000 };
    const mcpServers = { a: { command: 'x', ...own } };
    const { settings, problems } = parse(JSON.stringify({ ...limits, mcpServers }));
    expect(problems).toEqual([]);
    expect(settings).toMatchObject(limits);
    expect(settings.mcpServers.get('a')).toMatchObject(own);
    const wrong = parse('{"toolTimeoutMs": 0, "callIdleTimeoutMs": -1, "healthCheckMs": "1 min"}');
    expect(wrong.problems.map(({ field }) => field)).toEqual(Object.keys(limits));
  });

  it.each(['', '  \n', '{}', '// nothing yet'])('takes %j as no settings at all', (text) => {
    expect(parse(text, lastGood)).toEqual({
      settings: emptySettings,
      problems: [],
    });
  });

  it('keeps everything that was good when the syntax is broken, and says where', () => {
    const { settings, problems } = parse('{\n  "mcpServers": {\n    "docs": {\n', lastGood);
    expect(settings).toBe(lastGood);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      file,
      line: 4,
      field: '',
      error: { code: 'config/syntax' },
    });
    expect(problems[0]?.error.message).toContain('/data/settings.json:4: ');
  });

  it('keeps the last good entry of a broken server and still reads the others', () => {
    const { settings, problems } = parse(
      '{\n "mcpServers": {\n  "docs": {"command": 7},\n  "b": {"command": "b"}\n }\n}',
      lastGood,
    );
    expect([...settings.mcpServers.keys()]).toEqual(['docs', 'b']);
    expect(settings.mcpServers.get('docs')).toEqual(docs);
    expect(problems[0]).toMatchObject({ line: 3, column: 23, field: 'mcpServers.docs.command' });
  });

  it('blames the entry when the field is missing altogether', () => {
    const { settings, problems } = parse('{"mcpServers": {"x": {"type": "stdio"}}}');
    expect(settings.mcpServers.size).toBe(0);
    expect(problems[0]).toMatchObject({ line: 1, field: 'mcpServers.x.command' });
  });

  it('says what an entry of no transport lacks', () => {
    const { problems } = parse('{"mcpServers": {"x": {"args": []}}}');
    expect(problems[0]).toMatchObject({ line: 1, field: 'mcpServers.x' });
    expect(problems[0]?.error.message).toMatch(/command.*url/);
  });

  it('keeps the last good value of a bad field', () => {
    const { settings, problems } = parse('{"model": 3, "theme": "dark"}', lastGood);
    expect(settings).toMatchObject({ model: 'old', theme: 'dark' });
    expect(problems[0]).toMatchObject({ field: 'model', line: 1, column: 11 });
  });

  it('refuses a base URL that is not of the web', () => {
    const { settings, problems } = parse('{"baseUrl": "file:///etc"}');
    expect(settings.baseUrl).toBeUndefined();
    expect(problems[0]?.field).toBe('baseUrl');
  });

  it('takes servers with the names of object methods for what they are', () => {
    const text = '{"mcpServers": {"constructor": {"command": "x"}, "__proto__": {"command": "y"}}}';
    expect([...parse(text).settings.mcpServers.keys()]).toEqual(['constructor', '__proto__']);
  });

  it.each(['[]', '"x"', '{"mcpServers": []}'])('does not take %s for settings', (text) => {
    const { settings, problems } = parse(text, lastGood);
    expect(settings.mcpServers).toEqual(lastGood.mcpServers);
    expect(problems[0]?.error.code).toBe('config/invalid');
  });
});

describe('permissions', () => {
  it('reads rules and mode', () => {
    const text =
      '{ "permissions": { "allow": ["mcp__docs__*"], "deny": ["bash(rm:*)"], "mode": "read-only" } }';
    const { settings, problems } = parse(text);
    expect(problems).toEqual([]);
    expect(settings.permissions).toEqual({
      allow: ['mcp__docs__*'],
      ask: [],
      deny: ['bash(rm:*)'],
      mode: 'read-only',
    });
  });

  it('tells a bad rule by line and field, and keeps the good ones', () => {
    const text =
      '{\n"permissions": {\n "deny": [\n  "mcp__docs",\n  "mcp__",\n  7\n ],\n "mode": "bypass"\n}}';
    const { settings, problems } = parse(text);
    expect(settings.permissions).toEqual({ allow: [], ask: [], deny: ['mcp__docs'] });
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [5, 'permissions.deny.1'],
      [6, 'permissions.deny.2'],
      [8, 'permissions.mode'],
    ]);
    expect(problems[0]?.error.message).toContain('is not a rule: it names no server');
  });

  it.each([
    ['[]', 'permissions'],
    ['{ "allow": "mcp__docs" }', 'permissions.allow'],
  ])('tells that %s is not what it should be', (value, field) => {
    expect(parse(`{ "permissions": ${value} }`).problems.map((one) => one.field)).toEqual([field]);
  });
});
