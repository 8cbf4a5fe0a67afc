import { copyFileSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { Conversation, ToolCall } from '../../../src/shared/chat.ts';
import { Chats } from '../../../src/main/agent/chats.ts';
import type { ChatsOptions } from '../../../src/main/agent/chats.ts';
import { createModels } from '../../../src/main/agent/model/models.ts';
import { Conversations } from '../../../src/main/store/conversations.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createGit } from '../../../src/main/team/git.ts';
import { workspaceTools } from '../../../src/main/tools/builtin/workspaceTools.ts';
import { createLivePool } from '../../../src/main/tools/livePool.ts';
import { resultFiles } from '../../../src/main/tools/resultFiles.ts';
import { DemoServers } from '../../fakes/demoServers.ts';
import { FakeApi } from '../../fakes/messagesApi.ts';
import type { FakeAnswer, FakeBlock, FakeScript } from '../../fakes/messagesApi.ts';
import { permissionsOver } from '../../fakes/permissions.ts';

export const call = (id: string, name: string, input: object = {}): FakeBlock => ({
  type: 'tool_use',
  id,
  name,
  json: JSON.stringify(input),
});
export const text = (body: string): FakeBlock => ({ type: 'text', text: body });
export const says = (...blocks: FakeBlock[]): FakeAnswer => ({ blocks });
export const done: FakeAnswer = says(text('Done.'));

/** An app's chats in a folder of its own, over the strict API; all gone after the test. */
export async function chatWorld(script: readonly FakeScript[], more: Partial<ChatsOptions> = {}) {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-chat-')));
  const folder = join(base, 'w');
  await mkdir(folder);
  const api = await new FakeApi(...script).start();
  const servers = new DemoServers();
  const open: Chats[] = [];
  onTestFinished(async () => {
    for (const chats of open) await chats.stopAll();
    await api.close();
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
    expect(api.refusals).toEqual([]);
  });

  function start(database: string) {
    const db = openDatabase(join(base, database));
    const builtins = workspaceTools({
      git: createGit({ environment: async () => process.env }),
      environment: async () => process.env,
      outputFolder: join(base, 'files'),
    });
    const chats = new Chats({
      conversations: new Conversations(db),
      permissions: permissionsOver(db, { isTrusted: () => true }),
      models: createModels(async () => ({
        credential: { kind: 'api-key', value: 'sk' },
        baseUrl: { value: api.url, source: 'settings' },
      })),
      model: () => 'claude-middle',
      supervisor: servers,
      pool: createLivePool(builtins, () => servers.tools()),
      files: resultFiles(join(base, 'files')),
      workspace: () => folder,
      onChange: () => {},
      onListChange: () => {},
      ...more,
    });
    open.push(chats);
    return chats;
  }

  const chats = start('patchbay.db');
  let copies = 0;
  /** Chats on what there would be if the app were killed now. */
  const afterKill = (): Chats => {
    const copy = `killed${++copies}.db`;
    for (const part of ['', '-wal']) {
      const from = join(base, `patchbay.db${part}`);
      if (existsSync(from)) copyFileSync(from, join(base, copy + part));
    }
    return start(copy);
  };
  return { api, base, folder, servers, chats, afterKill };
}

export async function until(
  chats: Chats,
  id: string,
  activity: Conversation['activity'],
): Promise<Conversation> {
  await vi.waitFor(() => expect(chats.open(id).activity).toBe(activity), {
    interval: 5,
    timeout: 15_000,
  });
  return chats.open(id);
}

export function callIn(chat: Conversation, id: string): ToolCall {
  const item = chat.items.find((one) => one.id === id);
  if (item?.kind !== 'tool') throw new Error(`there is no call ${id}`);
  return item.call;
}

/** What the last request said, as JSON. */
export const lastSaid = (api: FakeApi): string =>
  JSON.stringify(api.requests.at(-1)?.body['messages']);
