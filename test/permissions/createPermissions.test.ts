import { expect, it } from 'vitest';
import { emptySettings } from '../../src/main/config/parseSettings.ts';
import type { PermissionSettings } from '../../src/main/config/parsePermissions.ts';
import { createPermissions } from '../../src/main/permissions/createPermissions.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { serverTool } from '../fakes/tools.ts';

type Layers = Record<string, Partial<PermissionSettings> | undefined>;

function permissionsOf(layers: Layers) {
  const lines: string[] = [];
  const files = new Map(
    Object.entries(layers).map(([layer, lists]) => [
      layer,
      { ...emptySettings, permissions: { allow: [], ask: [], deny: [], ...lists } },
    ]),
  );
  const permissions = createPermissions({
    database: openDatabase(':memory:'),
    log: {
      append: (line) => {
        lines.push(`${line.level} ${line.server} ${line.kind} ${line.text}`);
        return { ...line, seq: 1, hasBody: true };
      },
    },
    supervisor: {
      definition: (name) => ({
        name,
        source: 'user',
        autoStart: true,
        config: { type: 'sdk', name, disabled: false, trusted: name === 'trusted' },
      }),
    },
    configuration: { settingsOf: (layer) => files.get(layer) },
  });
  const permit = (server: string, annotations = {}) => {
    const tool = serverTool(server, 'look', { annotations });
    const stop = new AbortController();
    return permissions.permit(
      {
        conversationId: 'c',
        itemId: 'i',
        tool: { kind: 'server', name: `mcp__${server}__look`, tool, mark: '' },
        input: { q: 1 },
      },
      () => void setImmediate(() => permissions.answer('c', 'i', 'deny')),
      stop.signal,
    );
  };
  return { permissions, permit, lines };
}

it('takes the rules of every file, each with its layer, and writes each decision into the log', async () => {
  const { permit, lines } = permissionsOf({
    managed: { deny: ['mcp__a'] },
    project: { deny: ['mcp__b'], allow: ['mcp__c__look'] },
    user: { allow: ['mcp__a__look', 'mcp__b__look', 'mcp__d__look'] },
  });
  for (const server of ['a', 'b', 'c', 'd']) await permit(server);
  expect(lines).toEqual([
    'warn a decision look: denied by the rule deny mcp__a (managed), {"q":1}',
    'warn b decision look: denied by the rule deny mcp__b (project), {"q":1}',
    'warn c decision look: denied by the person, deny, {"q":1}',
    'info d decision look: allowed by the rule allow mcp__d__look (user), {"q":1}',
  ]);
});

it('believes that a tool only reads where the entry of its server says that it is trusted', async () => {
  const { permit } = permissionsOf({});
  const readOnly = { readOnlyHint: true };
  expect(await permit('trusted', readOnly)).toMatchObject({ by: { kind: 'annotation' } });
  expect(await permit('other', readOnly)).toMatchObject({ by: { kind: 'person' } });
});

it('takes the mode from the settings, and rather from the managed file', () => {
  expect(permissionsOf({ user: { mode: 'trust-edits' } }).permissions.mode).toBe('trust-edits');
  expect(permissionsOf({ local: { mode: 'trust-edits' } }).permissions.mode).toBe('ask');
  const layers: Layers = { user: { mode: 'trust-edits' }, managed: { mode: 'read-only' } };
  expect(permissionsOf(layers).permissions.mode).toBe('read-only');
});
