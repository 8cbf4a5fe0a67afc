import { expect, it } from 'vitest';
import { createAllowedPool } from '../../src/main/team/allowedPool.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { builtinTool, serverTool } from '../fakes/tools.ts';

const pool = buildToolPool(
  [builtinTool('bash')],
  [serverTool('docs', 'search'), serverTool('docs', 'get'), serverTool('deploy', 'trigger')],
);
const names = (of: typeof pool) => of.definitions.map(({ name }) => name);

it('leaves the pool as it is where nothing is said', () => {
  expect(createAllowedPool()(pool, undefined)).toBe(pool);
});

it('has a server, or one tool of it, and the built-in ones whatever is said', () => {
  const allowed = createAllowedPool();
  expect(names(allowed(pool, ['docs']))).toEqual(['bash', 'mcp__docs__get', 'mcp__docs__search']);
  const one = allowed(pool, ['mcp__docs__get']);
  expect(names(one)).toEqual(['bash', 'mcp__docs__get']);
  expect(one.toolsOf('docs').map(({ name }) => name)).toEqual(['mcp__docs__get']);
  expect(names(allowed(pool, []))).toEqual(['bash']);
});

it('does not find what is not allowed, and is the same as long as pool and list are', () => {
  const allowed = createAllowedPool();
  const docs = allowed(pool, ['docs']);
  expect(docs.find('mcp__deploy__trigger')).toBeUndefined();
  expect(docs.definition('mcp__deploy__trigger')).toBeUndefined();
  expect(docs.find('mcp__docs__get')).toBeDefined();
  expect(allowed(pool, ['docs'])).toBe(docs);
});
