import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { surroundings, systemPrompt } from '../../src/main/agent/request/systemPrompt.ts';
import { Workplaces } from '../../src/main/agent/workplaces.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { createLivePool } from '../../src/main/tools/livePool.ts';
import { builtinTool } from '../fakes/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchbay-workplace-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('keeps the folder of a conversation, and lets it be moved and taken away', () => {
  const conversations = new Conversations(openDatabase(':memory:'));
  conversations.create({ id: 'a', title: '', updatedAt: 1, workspace: '/w' });
  conversations.create({ id: 'b', title: '', updatedAt: 0 });
  expect(conversations.list().map(({ workspace }) => workspace)).toEqual(['/w', undefined]);
  conversations.setWorkspace('a', undefined);
  conversations.setWorkspace('b', '/v');
  expect(conversations.get('a')).not.toHaveProperty('workspace');
  expect(conversations.get('b')).toMatchObject({ workspace: '/v' });
});

it('opens the folder anew for each call, and keeps apart what conversations have seen', async () => {
  const folders = new Map([['a', folder]]);
  const workplaces = new Workplaces((id) => folders.get(id));
  expect(await workplaces.of('a').workspace()).toMatchObject({ root: folder });
  await expect(workplaces.of('b').workspace()).rejects.toMatchObject({
    error: { code: 'workspace/none' },
  });
  folders.set('a', join(folder, 'gone'));
  await expect(workplaces.of('a').workspace()).rejects.toMatchObject({
    error: { code: 'workspace/gone' },
  });
  expect(workplaces.of('a').seen).toBe(workplaces.of('a').seen);
  expect(workplaces.of('a').seen).not.toBe(workplaces.of('b').seen);
});

it('offers the tools that need a folder only where there is one', () => {
  const builtins = [{ ...builtinTool('bash'), needsWorkspace: true }, builtinTool('connect_mcp')];
  const pool = createLivePool(builtins, () => []);
  const names = (hasWorkspace: boolean) => pool(hasWorkspace).definitions.map(({ name }) => name);
  expect(names(true)).toEqual(['bash', 'connect_mcp']);
  expect(names(false)).toEqual(['connect_mcp']);
  expect(pool(true)).toBe(pool(true));
});

it('tells the model the folder, the platform and the day', () => {
  const place = surroundings('/home/ada/web', new Date(2026, 11, 2, 23, 59));
  const told = systemPrompt([], [], place);
  expect(told).toContain('Workspace folder: "/home/ada/web"');
  expect(told).toContain(`Today is 2026-12-02. Platform: ${process.platform}.`);
  expect(told).toContain('edit_file');
  expect(systemPrompt([], [], { ...place, workspace: undefined })).not.toContain('edit_file');
});
