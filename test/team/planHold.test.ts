import { expect, it } from 'vitest';
import { mayWhileHeld } from '../../src/main/team/planHold.ts';
import type { ToolAnnotations } from '../../src/shared/server.ts';
import { builtinTool, serverTool } from '../fakes/tools.ts';

it.each([
  ['submit_plan', true],
  ['send_message', true],
  ['list_tasks', true],
  ['read_file', true],
  ['bash', false],
  ['write_file', false],
  ['claim_task', false],
  ['complete_task', false],
])('of its own tools %s may run: %s', (name, may) => {
  expect(mayWhileHeld({ kind: 'builtin', tool: builtinTool(name) })).toBe(may);
});

it.each<[string, ToolAnnotations, boolean]>([
  ['says nothing', {}, false],
  ['only reads', { readOnlyHint: true }, true],
  ['says both', { readOnlyHint: true, destructiveHint: true }, false],
  ['destroys nothing', { destructiveHint: false }, false],
])("a server's tool that %s", (_name, annotations, may) => {
  const tool = serverTool('docs', 'read_file', { annotations });
  expect(mayWhileHeld({ kind: 'server', tool })).toBe(may);
});
