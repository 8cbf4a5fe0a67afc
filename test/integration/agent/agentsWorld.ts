import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ChatItemOf } from '../../../src/shared/chat.ts';
import { Chats } from '../../../src/main/agent/chats.ts';
import { createModels } from '../../../src/main/agent/model/models.ts';
import { openAgents } from '../../../src/main/ipc/openAgents.ts';
import { Push } from '../../../src/main/ipc/push.ts';
import { offeredPools } from '../../../src/main/permissions/offeredPool.ts';
import { Conversations } from '../../../src/main/store/conversations.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createBash } from '../../../src/main/tools/builtin/bash.ts';
import { FakeApi } from '../../fakes/messagesApi.ts';
import type { FakeAnswer } from '../../fakes/messagesApi.ts';
import { permissionsOver } from '../../fakes/permissions.ts';
import { memoryFiles } from '../../fakes/resultFiles.ts';
import { fixture, supervise } from '../../servers/supervision.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a conversation began with: it tells whose request it is. */
export function firstMessage(body: Body): string {
  return JSON.stringify((body['messages'] as { content: unknown }[])[0]?.content);
}

/** How many answers the model has given there. */
export function answersIn(body: Body): number {
  return (body['messages'] as { role: string }[]).filter(({ role }) => role === 'assistant').length;
}

export function lastMessage(body: Body | undefined): string {
  return JSON.stringify((body?.['messages'] as unknown[] | undefined)?.at(-1));
}

/** The app's agents with a real server and a shell in a folder, before the strict API. */
export async function agentsWorld(answer: (body: Body) => FakeAnswer, allow: readonly string[]) {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-agents-')));
  const api = await new FakeApi().start();
  api.otherwise = answer;
  const { supervisor, until, state } = supervise([fixture('meeting', { autoStart: true })]);
  await until(() => (state('meeting')?.kind === 'connected' ? true : undefined));

  function start() {
    const database = openDatabase(join(base, 'patchbay.db'));
    const permissions = permissionsOver(database, {
      ruleSets: () => [{ layer: 'user', allow, ask: [], deny: [] }],
    });
    const poolOf = offeredPools(permissions, () => supervisor.tools());
    const bash = createBash({
      environment: async () => process.env,
      outputFolder: join(base, 'o'),
    });
    const push = new Push(() => undefined);
    const around = { database, push, poolOf, builtins: [bash], onTurn: () => undefined };
    const agents = openAgents(around, () => chats);
    const chats: Chats = new Chats({
      conversations: new Conversations(database),
      incoming: [agents.background],
      agentOf: (one) => agents.subAgents.partsOf(one),
      permissions,
      supervisor,
      pool: poolOf([bash, ...agents.tools]),
      models: createModels(async () => ({
        credential: { kind: 'api-key', value: 'sk' },
        baseUrl: { value: api.url, source: 'settings' },
      })),
      model: () => 'claude-middle',
      files: memoryFiles(),
      workspace: () => base,
      ...agents.ofChats,
      onListChange: () => undefined,
    });
    return { chats, background: agents.background, database };
  }

  const first = start();
  onTestFinished(async () => {
    await first.chats.stopAll();
    await api.close();
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
    expect(api.refusals).toEqual([]);
  });
  return { api, base, start, ...first };
}

export function callsIn(chats: Chats, id: string): readonly ChatItemOf<'tool'>[] {
  return chats.open(id).items.filter((item): item is ChatItemOf<'tool'> => item.kind === 'tool');
}
