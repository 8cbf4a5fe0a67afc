import { firstMigrations } from './firstMigrations.ts';

/** Schema changes in order; the database's `user_version` counts those that were made. Append only. */
export const migrations: readonly string[] = [
  ...firstMigrations,
  `
  -- Servers that may be sent permission prompts and answer them, for the configuration they had then.
  CREATE TABLE permission_relays (
    server TEXT PRIMARY KEY,
    signature TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
  -- When it was deleted: nobody sees it any more, and it is gone for good soon (agent/deletions).
  ALTER TABLE conversations ADD COLUMN deleted_at INTEGER;

  -- Which conversations hold which files (shared/keptFile): copies of a conversation share them.
  CREATE TABLE conversation_files (
    name TEXT NOT NULL,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    PRIMARY KEY (name, conversation_id)
  ) WITHOUT ROWID;
  CREATE INDEX conversation_files_by_conversation ON conversation_files (conversation_id);
  `,
  `
  -- See store/teammateTable; allowed is a JSON list, null for all that the lead has.
  CREATE TABLE teammates (
    conversation TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
    team TEXT NOT NULL,
    name TEXT NOT NULL COLLATE NOCASE,
    role TEXT NOT NULL,
    allowed TEXT,
    state TEXT NOT NULL,
    since INTEGER NOT NULL,
    UNIQUE (team, name)
  );
  `,
  `
  -- Words of items, by the id of their row in search_rows: see store/searchIndex.
  CREATE VIRTUAL TABLE search_index USING fts5(
    text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
  );
  CREATE TABLE search_rows (
    id INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    UNIQUE (conversation_id, position)
  );
  CREATE TRIGGER search_rows_gone AFTER DELETE ON search_rows BEGIN
    DELETE FROM search_index WHERE rowid = old.id;
  END;
  -- Conversations from before there was an index, whose items before this position are not in it.
  CREATE TABLE search_backlog (
    conversation_id TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
    position INTEGER NOT NULL
  ) WITHOUT ROWID;
  INSERT INTO search_backlog
    SELECT conversation_id, MAX(position) + 1 FROM items
    WHERE conversation_id IN (SELECT id FROM conversations WHERE parent IS NULL)
    GROUP BY conversation_id;
  `,
  `
  -- Calls that go on in the background: see store/backgroundCalls. id is the item's.
  CREATE TABLE background_calls (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    has_ended INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX background_calls_by_conversation ON background_calls (conversation_id, seq);
  `,
  `
  -- Null on the path that is shown, else the first position of the branch that is set aside.
  ALTER TABLE items ADD COLUMN branch INTEGER;
  -- Where a conversation goes on in several ways: a row for the first position of each, with the
  -- position that it follows (-1: it begins the conversation). See store/branches.
  CREATE TABLE forks (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    after INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, first)
  ) WITHOUT ROWID;
  `,
  `
  -- The messages of log lines stand apart, so that a search reads only what it looks at; kept is how
  -- many bytes a line and its messages take, and log_size how many all of them do.
  CREATE TABLE log_bodies (seq INTEGER PRIMARY KEY, request TEXT, response TEXT);
  INSERT INTO log_bodies SELECT seq, request, response FROM log
    WHERE request IS NOT NULL OR response IS NOT NULL;
  ALTER TABLE log ADD COLUMN has_body INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE log ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
  UPDATE log SET has_body = request IS NOT NULL, kept = octet_length(text)
    + coalesce(octet_length(request), 0) + coalesce(octet_length(response), 0);
  ALTER TABLE log DROP COLUMN request;
  ALTER TABLE log DROP COLUMN response;
  CREATE TABLE log_size (bytes INTEGER NOT NULL);
  INSERT INTO log_size SELECT coalesce(sum(kept), 0) FROM log;
  `,
  `
  -- Messages that wait for the next model request, in order: a shared/chat user item each.
  CREATE TABLE queued_messages (
    seq INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    id TEXT NOT NULL UNIQUE,
    json TEXT NOT NULL
  );
  CREATE INDEX queued_messages_by_conversation ON queued_messages (conversation_id, seq);
  `,
  `
  -- What a team wrote goes with its lead's conversation.
  CREATE TRIGGER team_mail_gone AFTER DELETE ON conversations BEGIN
    DELETE FROM team_messages WHERE team = OLD.id;
    DELETE FROM team_requests WHERE team = OLD.id;
  END;
  `,
  `
  -- The model that answers there; null for the one of the settings.
  ALTER TABLE conversations ADD COLUMN model TEXT;
  `,
  `
  -- Messages that are written and not sent: a shared/draft each; an empty name is the one to begin.
  CREATE TABLE drafts (conversation TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  `,
  `
  -- The index anew: symbols are words as well, and the first one or two letters of a word are looked
  -- up, where all words that begin so were put together.
  DROP TRIGGER search_rows_gone;
  DELETE FROM search_rows;
  DROP TABLE search_index;
  CREATE VIRTUAL TABLE search_index USING fts5(
    text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='1 2'
  );
  CREATE TRIGGER search_rows_gone AFTER DELETE ON search_rows BEGIN
    DELETE FROM search_index WHERE rowid = old.id;
  END;
  DELETE FROM search_backlog;
  INSERT INTO search_backlog
    SELECT conversation_id, MAX(position) + 1 FROM items
    WHERE conversation_id IN (SELECT id FROM conversations WHERE parent IS NULL)
    GROUP BY conversation_id;
  `,
];
