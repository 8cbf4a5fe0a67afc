import { describe, expect, it } from 'vitest';
import type { ServerTool } from '../../src/main/servers/tools/serverTool.ts';
import { createLivePool } from '../../src/main/tools/livePool.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { builtinTool, serverTool } from '../fakes/tools.ts';

const names = (pool: { definitions: readonly { name: string }[] }) =>
  pool.definitions.map((tool) => tool.name);

describe('buildToolPool', () => {
  it('puts built-ins first, each part in code-unit order', () => {
    const pool = buildToolPool(
      [builtinTool('zap'), builtinTool('Add'), builtinTool('add')],
      [serverTool('b', 'x'), serverTool('a', 'y'), serverTool('a', 'Y')],
    );
    expect(names(pool)).toEqual(['Add', 'add', 'zap', 'mcp__a__Y', 'mcp__a__y', 'mcp__b__x']);
    expect(pool.builtinCount).toBe(3);
  });

  it('lets a built-in win over a tool of the same name', () => {
    const pool = buildToolPool([builtinTool('mcp__a__x')], [serverTool('a', 'x')]);
    expect(names(pool)).toEqual(['mcp__a__x']);
    expect(pool.find('mcp__a__x')?.kind).toBe('builtin');
  });

  it('marks descriptions as the annotations say', () => {
    const pool = buildToolPool(
      [],
      [
        serverTool('a', 'read', { annotations: { readOnlyHint: true } }),
        serverTool('a', 'wipe', { annotations: { destructiveHint: true } }),
        serverTool('a', 'write', { annotations: { destructiveHint: false } }),
        serverTool('a', 'bare', { description: ' ', title: 'Bare tool' }),
      ],
    );
    expect(pool.definitions.map((tool) => tool.description)).toEqual([
      'Bare tool (destructive)',
      'Does read. (readOnly)',
      'Does wipe. (destructive)',
      'Does write.',
    ]);
  });

  it('keeps a refused tool out of the request and tells why', () => {
    const pool = buildToolPool(
      [],
      [serverTool('a', 'bad', { inputSchema: [] }), serverTool('a', 'ok')],
    );
    expect(names(pool)).toEqual(['mcp__a__ok']);
    expect(pool.verdictOf({ server: 'a', name: 'bad' })).toEqual({
      verdict: { kind: 'refused', reason: { code: 'schema-not-object' } },
    });
    expect(pool.verdictOf({ server: 'a', name: 'ok' })).toEqual({
      verdict: { kind: 'as-is' },
      pooledName: 'mcp__a__ok',
    });
    expect(pool.verdictOf({ server: 'a', name: 'gone' })).toBeUndefined();
  });

  it('tells the name and the repair of a repaired tool', () => {
    const pool = buildToolPool([], [serverTool('a', 'x', { inputSchema: undefined })]);
    expect(pool.verdictOf({ server: 'a', name: 'x' })).toEqual({
      verdict: { kind: 'repaired', notes: [{ code: 'schema-unstated' }] },
      pooledName: 'mcp__a__x',
    });
  });

  it('finds only tools that are there, whatever the name', () => {
    const pool = buildToolPool([], [serverTool('a', 'x')]);
    expect(pool.find('constructor')).toBeUndefined();
    expect(pool.find('mcp__a__x')).toMatchObject({ kind: 'server', tool: { name: 'x' } });
  });
});

describe('createLivePool', () => {
  it('answers the same pool until a tool changes, and the new one at once', () => {
    let tools: ServerTool[] = [serverTool('a', 'x')];
    const pool = createLivePool([], () => tools);
    const first = pool();
    expect(pool()).toBe(first);
    tools = [...tools];
    expect(pool()).toBe(first);
    tools.push(serverTool('b', 'y'));
    expect(names(pool())).toEqual(['mcp__a__x', 'mcp__b__y']);
    tools = tools.map((tool) => ({ ...tool, description: 'new' }));
    expect(pool().definitions[0]?.description).toBe('new (destructive)');
    tools = [];
    expect(names(pool())).toEqual([]);
  });
});
