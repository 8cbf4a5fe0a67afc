import { describe, expect, it } from 'vitest';
import { createToolSearch } from '../../../src/main/tools/builtin/toolSearch.ts';
import { buildToolPool } from '../../../src/main/tools/toolPool.ts';
import { builtinContext } from '../../fakes/builtinContext.ts';
import { serverTool } from '../../fakes/tools.ts';

const pool = buildToolPool(
  [],
  [
    serverTool('docs', 'search', { description: `Searches pages. ${'x'.repeat(500)}` }),
    serverTool('docs', 'get_version', { annotations: { readOnlyHint: true } }),
    serverTool('deploy', 'rollback'),
  ],
);

async function run(input: Record<string, unknown>) {
  const outcome = await createToolSearch(pool.definitions).run(input, builtinContext());
  const [first] = outcome.content;
  return { ...outcome, text: first?.type === 'text' ? first.text : '' };
}

describe('tool_search', () => {
  it('tells what it found, with the start of long descriptions, and loads it', async () => {
    const { text, loaded, summary } = await run({ query: 'search pages' });
    expect(text).toMatch(/^You can call these from now on:\n- mcp__docs__search: Searches pages/);
    expect(text.length).toBeLessThan(300);
    expect(loaded).toEqual(['mcp__docs__search']);
    expect(summary).toEqual({ code: 'tools-found', count: 1 });
  });

  it('takes a regular expression of names and descriptions', async () => {
    expect((await run({ query: '^mcp__(docs|wiki)__', regex: true })).loaded).toEqual([
      'mcp__docs__get_version',
      'mcp__docs__search',
    ]);
  });

  it('says of a bad expression what is wrong with it', async () => {
    await expect(run({ query: '(', regex: true })).rejects.toMatchObject({
      error: { code: 'workspace/bad-pattern' },
    });
  });

  it('says how many there are when none fits, and loads nothing', async () => {
    const { text, loaded, isError } = await run({ query: 'kubernetes' });
    expect(text).toBe('No tool fits. There are 3; try other words.');
    expect(loaded).toBeUndefined();
    expect(isError).toBe(false);
  });

  it('answers as many as were asked for', async () => {
    expect((await run({ query: 'docs does', limit: 1 })).loaded).toHaveLength(1);
  });
});
