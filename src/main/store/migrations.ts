/** Schema changes in order; the database's `user_version` counts those that were made. Append only. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    usage TEXT
  );
  CREATE INDEX conversations_by_update ON conversations (updated_at DESC);

  -- One row per shared/chat ChatItem, the whole item as JSON.
  CREATE TABLE items (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (conversation_id, position),
    UNIQUE (conversation_id, id)
  ) WITHOUT ROWID;

  CREATE TABLE permission_rules (
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (server, tool)
  ) WITHOUT ROWID;

  -- One row per shared/log LogEntry, with the redacted messages.
  CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    server TEXT NOT NULL,
    kind TEXT NOT NULL,
    level INTEGER NOT NULL,
    direction TEXT,
    method TEXT,
    rpc_id TEXT,
    text TEXT NOT NULL,
    state TEXT,
    duration_ms REAL,
    bytes INTEGER NOT NULL,
    request TEXT,
    response TEXT
  );
  CREATE INDEX log_by_server ON log (server, seq);
  `,
  `
  -- One row per child process that is not confirmed gone: see store/childRecords.
  CREATE TABLE children (
    id INTEGER PRIMARY KEY,
    server TEXT NOT NULL,
    pid INTEGER NOT NULL,
    start INTEGER,
    boot TEXT NOT NULL,
    owner_pid INTEGER NOT NULL,
    owner_start INTEGER,
    command TEXT NOT NULL
  );
  `,
  `
  -- Configurations of servers, by their signature, that proved to be of the older era, and when.
  CREATE TABLE era_verdicts (signature TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- When its owner last knew that the group lives, counted as start.
  ALTER TABLE children ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- 'legacy', or 'sse' for one of the older era that speaks HTTP+SSE.
  ALTER TABLE era_verdicts ADD COLUMN kind TEXT NOT NULL DEFAULT 'legacy';
  `,
];
