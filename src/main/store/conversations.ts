import { AgentRole, ChatItem } from '../../shared/chat.ts';
import type { TokenUsage } from '../../shared/chat.ts';
import type { Database } from './database.ts';
import { filesOf } from './itemFiles.ts';
import { SearchIndex } from './searchIndex.ts';

export type StoredConversation = {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
  /** A folder, absolute. */
  readonly workspace?: string | undefined;
  readonly isPinned?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
  readonly model?: string | undefined;
  readonly role: AgentRole;
};

/** What a person may change of a conversation by itself. */
export type ConversationPatch = {
  readonly title?: string | undefined;
  readonly isPinned?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
  /** Null for the one of the settings. */
  readonly model?: string | null | undefined;
};

/** The lead's, where no role is given. */
export type NewConversation = Omit<StoredConversation, 'role'> & {
  readonly role?: AgentRole | undefined;
};

type Row = {
  id: string;
  title: string;
  updated_at: number;
  usage: string | null;
  workspace: string | null;
  role: string | null;
  pinned: number;
  archived: number;
  model: string | null;
};

/** Conversations and their items in the database. Positions count from 0 in a conversation. */
export class Conversations {
  readonly #db: Database;
  readonly #search: SearchIndex;
  constructor(db: Database) {
    this.#db = db;
    this.#search = new SearchIndex(db);
  }

  create(conversation: NewConversation): void {
    const { id, title, updatedAt, workspace = null, model = null, role = lead } = conversation;
    const [parent, json] =
      role.kind === 'lead' ? [null, null] : [role.parent, JSON.stringify(role)];
    this.#db
      .prepare(
        `INSERT INTO conversations (id, title, created_at, updated_at, workspace, model, parent, role)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, title, updatedAt, updatedAt, workspace, model, parent, json);
  }

  /** Those that a person began, latest change first. */
  list(): readonly StoredConversation[] {
    const rows = this.#db
      .prepare(
        `SELECT * FROM conversations WHERE parent IS NULL AND deleted_at IS NULL
         ORDER BY updated_at DESC, id`,
      )
      .all() as Row[];
    return rows.map(stored);
  }

  /** Those of teammates and sub-agents that work for a conversation, in the order they began. */
  children(parent: string): readonly StoredConversation[] {
    const rows = this.#db
      .prepare('SELECT * FROM conversations WHERE parent = ? ORDER BY created_at, rowid')
      .all(parent) as Row[];
    return rows.map(stored);
  }

  /** One that was deleted is not there. */
  get(id: string): (StoredConversation & { readonly usage?: TokenUsage }) | undefined {
    const row = this.#db
      .prepare('SELECT * FROM conversations WHERE id = ? AND deleted_at IS NULL')
      .get(id) as Row | undefined;
    if (!row) return undefined;
    const found = stored(row);
    return row.usage === null ? found : { ...found, usage: JSON.parse(row.usage) as TokenUsage };
  }

  /**
   * Those of the path that is shown (see Branches), in order; all, or the `latest` of them. An item
   * that a later version wrote and this one can't read is left out.
   */
  items(id: string, latest = -1): ChatItem[] {
    const rows = this.#db
      .prepare(
        `SELECT json FROM items WHERE conversation_id = ? AND branch IS NULL
         ORDER BY position DESC LIMIT ?`,
      )
      .all(id, latest) as { json: string }[];
    return rows.reverse().flatMap(readable);
  }

  /** The last `limit` items before one of the path that is shown. */
  itemsBefore(id: string, itemId: string, limit: number): ChatItem[] {
    const rows = this.#db
      .prepare(
        `SELECT json FROM items WHERE conversation_id = ? AND branch IS NULL AND position <
           (SELECT position FROM items WHERE conversation_id = ? AND id = ?)
         ORDER BY position DESC LIMIT ?`,
      )
      .all(id, id, itemId, limit) as { json: string }[];
    return rows.reverse().flatMap(readable);
  }

  /** The first free position. */
  nextPosition(id: string): number {
    const row = this.#db
      .prepare('SELECT MAX(position) AS last FROM items WHERE conversation_id = ?')
      .get(id) as { last: number | null };
    return row.last === null ? 0 : row.last + 1;
  }

  /** Adds an item at a position, or replaces the item that has this id and this position. */
  put(id: string, position: number, item: ChatItem): void {
    this.#db
      .prepare(
        `INSERT INTO items (conversation_id, position, id, json) VALUES (?, ?, ?, ?)
         ON CONFLICT (conversation_id, position) DO UPDATE SET json = excluded.json`,
      )
      .run(id, position, item.id, JSON.stringify(item));
    for (const name of filesOf(item)) {
      this.#db
        .prepare('INSERT OR IGNORE INTO conversation_files (name, conversation_id) VALUES (?, ?)')
        .run(name, id);
    }
    this.#search.put(id, position, item);
  }

  /** Replaces the item that has this id, wherever it stands. */
  replace(id: string, item: ChatItem): void {
    this.#db
      .prepare('UPDATE items SET json = ? WHERE conversation_id = ? AND id = ?')
      .run(JSON.stringify(item), id, item.id);
    const row = this.#db
      .prepare('SELECT position FROM items WHERE conversation_id = ? AND id = ?')
      .get(id, item.id) as { position: number } | undefined;
    if (row) this.#search.put(id, row.position, item);
  }

  touch(id: string, updatedAt: number): void {
    this.#db.prepare('UPDATE conversations SET updated_at = ? WHERE id = ?').run(updatedAt, id);
  }

  change(id: string, { title, isPinned, isArchived, model }: ConversationPatch): void {
    this.#db
      .prepare(
        `UPDATE conversations SET title = COALESCE(?, title), pinned = COALESCE(?, pinned),
           archived = COALESCE(?, archived) WHERE id = ?`,
      )
      .run(title ?? null, bit(isPinned), bit(isArchived), id);
    if (model === undefined) return;
    this.#db.prepare('UPDATE conversations SET model = ? WHERE id = ?').run(model, id);
  }

  setWorkspace(id: string, workspace: string | undefined): void {
    this.#db
      .prepare('UPDATE conversations SET workspace = ? WHERE id = ?')
      .run(workspace ?? null, id);
  }

  setUsage(id: string, usage: TokenUsage): void {
    this.#db
      .prepare('UPDATE conversations SET usage = ? WHERE id = ?')
      .run(JSON.stringify(usage), id);
  }
}

function readable({ json }: { readonly json: string }): ChatItem[] {
  const parsed = ChatItem.safeParse(JSON.parse(json));
  return parsed.success ? [parsed.data] : [];
}

const bit = (value: boolean | undefined): number | null =>
  value === undefined ? null : Number(value);

const lead: AgentRole = { kind: 'lead' };

function stored({
  id,
  title,
  updated_at,
  workspace,
  role,
  pinned,
  archived,
  model,
}: Row): StoredConversation {
  return {
    id,
    title,
    updatedAt: updated_at,
    ...(workspace !== null && { workspace }),
    ...(pinned === 1 && { isPinned: true }),
    ...(archived === 1 && { isArchived: true }),
    ...(model !== null && { model }),
    role: role === null ? lead : AgentRole.parse(JSON.parse(role)),
  };
}
