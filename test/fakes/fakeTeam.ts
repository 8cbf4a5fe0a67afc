import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { ChatItem } from '../../src/shared/chat.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import type { NewConversation } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import type { Database } from '../../src/main/store/database.ts';
import type { TeamChats } from '../../src/main/team/shifts.ts';
import { Team } from '../../src/main/team/team.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { serverTool } from './tools.ts';

export const folder = realpathSync(tmpdir());

/** Conversations whose turns a test plays: each begins with the mail that waits. */
class PlayedChats implements TeamChats {
  /** What each turn was told when it began: `id: text | text`. */
  readonly turns: string[] = [];
  readonly #running = new Map<string, () => void>();
  readonly #idle = new Map<string, Promise<void>>();
  readonly #ids = new Map<string, number>();

  constructor(
    private readonly conversations: Conversations,
    private readonly team: () => Team,
  ) {}

  create(title: string, of: Pick<NewConversation, 'role' | 'workspace'> = {}): string {
    this.conversations.create({ ...of, id: title, title, updatedAt: 0 });
    return title;
  }

  wake(id: string): void {
    const mail = this.team().teammates.waiting(id);
    if (this.#running.has(id) || mail.length === 0) return;
    for (const item of mail) this.team().teammates.keep(id, item, () => this.#put(id, item));
    this.turns.push(`${id}: ${mail.map(({ text }) => text).join(' | ')}`);
    this.#idle.set(
      id,
      new Promise((resolve) => {
        this.#running.set(id, resolve);
      }),
    );
  }

  /** Ends a turn with its last words, or by an error. */
  end(id: string, words: string, failed = false): void {
    const at = { id: `item-${this.#next(id)}`, at: 0 };
    this.#put(
      id,
      failed
        ? { ...at, kind: 'notice', level: 'error', notice: { code: 'model/x', message: words } }
        : { ...at, kind: 'text', round: 1, text: words, streaming: false },
    );
    const done = this.#running.get(id);
    this.#running.delete(id);
    done?.();
  }

  async idle(id: string): Promise<void> {
    await this.#idle.get(id);
  }

  stop(id: string): void {
    if (this.#running.has(id)) this.end(id, 'half');
  }

  endAfterRound(id: string): void {
    this.stop(id);
  }

  activity(id: string) {
    return this.#running.has(id) ? ('running' as const) : ('idle' as const);
  }

  open(id: string) {
    const stored = this.conversations.get(id);
    if (!stored) throw new Error(`no conversation ${id}`);
    const items = this.conversations.items(id);
    return { ...stored, items, agents: [], activity: this.activity(id) };
  }

  #put(id: string, item: ChatItem): void {
    this.conversations.put(id, this.#next(id), item);
  }

  #next(id: string): number {
    const next = (this.#ids.get(id) ?? this.conversations.nextPosition(id)) + 1;
    this.#ids.set(id, next);
    return next;
  }
}

/** A team whose turns the test plays, over a database that may be an earlier one's. */
export function openTeam(database: Database = openDatabase(':memory:')) {
  const told: string[] = [];
  const conversations = new Conversations(database);
  const chats: PlayedChats = new PlayedChats(conversations, () => team);
  const limits = { pollMs: 5_000, idleMs: 60_000 };
  const team: Team = new Team({
    database,
    git: async () => ({ ok: false, why: 'there is no git here' }),
    folder: () => ({ value: folder }),
    push: { snapshot: (name) => told.push(name) },
    chats: () => chats,
    inWorkspace: [],
    poolWith: (tools) => () => buildToolPool(tools, [serverTool('docs', 'search')]),
    servers: () => ['docs'],
    limits: () => limits,
  });
  return { team, teammates: team.teammates, chats, conversations, told, database };
}
