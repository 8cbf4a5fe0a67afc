import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { ChatItem, ToolCall } from '../../../src/shared/chat.ts';
import { Chats } from '../../../src/main/agent/chats.ts';
import { createModels } from '../../../src/main/agent/model/models.ts';
import { openTeam } from '../../../src/main/ipc/openTeam.ts';
import { Push } from '../../../src/main/ipc/push.ts';
import { Conversations } from '../../../src/main/store/conversations.ts';
import { offeredPool } from '../../../src/main/permissions/offeredPool.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import type { BuiltinTool } from '../../../src/main/tools/builtin/builtinTool.ts';
import { createLivePool } from '../../../src/main/tools/livePool.ts';
import { emptySettings } from '../../../src/main/config/parseSettings.ts';
import { FakeApi } from '../../fakes/messagesApi.ts';
import type { FakeAnswer } from '../../fakes/messagesApi.ts';
import { permissionsOver } from '../../fakes/permissions.ts';
import { memoryFiles } from '../../fakes/resultFiles.ts';
import { fixture, supervise } from '../../servers/supervision.ts';

type Options = {
  readonly folder: string;
  /** Where the database is, for a world that comes back. */
  readonly file: string;
  readonly answer: (body: Readonly<Record<string, unknown>>) => FakeAnswer;
  /** In seconds. */
  readonly limits?: { readonly poll: number; readonly idle: number };
  readonly allow?: readonly string[];
};

/** The app's rooms from a real server to the strict fake Messages API, without Electron. */
export async function openTeamWorld({ folder, file, answer, limits, allow = [] }: Options) {
  const api = await new FakeApi().start();
  api.otherwise = answer;
  const database = openDatabase(file);
  const { supervisor } = supervise([fixture('toolbox', { name: 'tools', autoStart: true })]);
  const permissions = permissionsOver(database, {
    ruleSets: () => [{ layer: 'user', allow, ask: [], deny: [] }],
  });
  const poolOf = (builtins: readonly BuiltinTool[]) =>
    offeredPool(
      createLivePool(builtins, () => supervisor.tools()),
      permissions,
    );
  const { team, inWorkspace } = openTeam(
    {
      database,
      // Nobody looks.
      push: new Push(
        () => undefined,
        () => undefined,
      ),
      poolOf,
      supervisor,
      shell: { read: async () => process.env },
      settings: () => ({
        ...emptySettings,
        teammatePollSeconds: limits?.poll ?? 0.05,
        teammateIdleSeconds: limits?.idle ?? 30,
      }),
      folder: () => ({ value: folder }),
      outputFolder: join(folder, '..', 'outputs'),
    },
    () => chats,
  );
  const chats: Chats = new Chats({
    conversations: new Conversations(database),
    incoming: [team.teammates],
    agentOf: (conversation) => team.teammates.agentOf(conversation),
    permissions,
    models: createModels(async () => ({
      credential: { kind: 'api-key', value: 'sk' },
      baseUrl: { value: api.url, source: 'settings' },
    })),
    model: () => 'claude-middle',
    supervisor,
    pool: poolOf([...inWorkspace, ...team.tools]),
    files: memoryFiles(),
    workspace: () => folder,
    onChange: () => undefined,
    onListChange: () => undefined,
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    team.teammates.close();
    await chats.stopAll();
    await api.close();
    database.close();
  };
  onTestFinished(close);
  await supervisor.connect('tools', new AbortController().signal);
  return new TeamWorld(chats, team, api, close);
}

export class TeamWorld {
  constructor(
    readonly chats: Chats,
    readonly team: ReturnType<typeof openTeam>['team'],
    readonly api: FakeApi,
    readonly close: () => Promise<void>,
  ) {}

  /** The conversation of a teammate, or of the lead. */
  id(name: string): string {
    const found = this.team.teammates.roster.all().find((one) => one.name === name)?.id;
    return found ?? this.chats.list()[0]?.id ?? '';
  }

  items(name: string): readonly ChatItem[] {
    return this.chats.open(this.id(name)).items;
  }

  calls(name: string): readonly ToolCall[] {
    return this.items(name).flatMap((item) => (item.kind === 'tool' ? [item.call] : []));
  }

  state(name: string): string | undefined {
    return this.team.teammates.roster.all().find((one) => one.name === name)?.state;
  }

  /** Allows whatever a teammate asks about; answers who asked what, as the window is told. */
  allowAsked(): readonly string[] {
    const agents = this.chats.list().flatMap((one) => one.agents);
    return agents.flatMap(({ id, role, activity }) => {
      if (activity !== 'waiting' || role.kind !== 'teammate') return [];
      return this.chats.open(id).items.flatMap((item) => {
        if (item.kind !== 'tool' || item.call.state !== 'waiting') return [];
        this.chats.answer(id, item.id, 'allow-once');
        return [`${role.name} ${item.call.name}`];
      });
    });
  }

  /** Looks again until it is so. */
  async until(isSo: () => void, timeout = 20_000): Promise<void> {
    await vi.waitFor(isSo, { interval: 5, timeout });
  }

  expectNoRefusals(): void {
    expect(this.api.refusals).toEqual([]);
  }
}
