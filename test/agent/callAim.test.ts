import { describe, expect, it } from 'vitest';
import { aimOf } from '../../src/main/agent/callAim.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { builtinTool, serverTool } from '../fakes/tools.ts';

const pool = buildToolPool(
  [
    { ...builtinTool('bash'), mayGoOn: true },
    builtinTool('glob'),
    builtinTool('run_in_background'),
  ],
  [serverTool('s', 'slow')],
);

describe('aimOf', () => {
  it.each<[string, string, Record<string, unknown>, object]>([
    [
      'a tool of a server',
      'mcp__s__slow',
      { run_in_background: true },
      {
        tool: { name: 'mcp__s__slow' },
        input: { run_in_background: true },
        leaves: false,
      },
    ],
    [
      'one that is wrapped',
      'run_in_background',
      { tool: 'mcp__s__slow', input: { a: 1 } },
      { tool: { name: 'mcp__s__slow' }, input: { a: 1 }, leaves: true },
    ],
    [
      'one that is wrapped and takes nothing',
      'run_in_background',
      { tool: 'mcp__s__slow' },
      { tool: { name: 'mcp__s__slow' }, input: {}, leaves: true },
    ],
    [
      'a built-in that is wrapped stays within the wrapper',
      'run_in_background',
      { tool: 'glob', input: {} },
      { tool: { name: 'run_in_background' }, leaves: false },
    ],
    [
      'a command that says so itself',
      'bash',
      { command: 'x', run_in_background: true },
      { tool: { name: 'bash' }, leaves: true },
    ],
    ['a command', 'bash', { command: 'x' }, { tool: { name: 'bash' }, leaves: false }],
    [
      'a tool that has no such thing',
      'glob',
      { run_in_background: true },
      { tool: { name: 'glob' }, leaves: false },
    ],
    ['no tool', 'nothing', {}, { tool: undefined, leaves: false }],
  ])('%s', (_what, name, input, aim) => {
    expect(aimOf(pool, { name, input })).toMatchObject(aim);
  });
});
