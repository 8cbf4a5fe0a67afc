/** The schema changes up to the first tables of channels, in order. Nothing is added here. */
export const firstMigrations: readonly string[] = [
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
  `
  -- What a tool was when a person allowed it: see store/pins.
  CREATE TABLE tool_pins (
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    hash TEXT NOT NULL,
    text TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (server, tool)
  ) WITHOUT ROWID;
  -- One row per shared/permission DecisionRecord, with who decided as JSON.
  CREATE TABLE decisions (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    conversation_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    server TEXT,
    tool TEXT NOT NULL,
    digest TEXT NOT NULL,
    preview TEXT NOT NULL,
    verdict TEXT NOT NULL,
    decided_by TEXT NOT NULL
  );
  `,
  `
  -- One row per shared/team Task: blocked_by is a JSON list of ids; cleared ones are off the board.
  CREATE TABLE team_tasks (
    workspace TEXT NOT NULL,
    number INTEGER NOT NULL,
    subject TEXT NOT NULL,
    description TEXT NOT NULL,
    state TEXT NOT NULL,
    owner TEXT,
    blocked_by TEXT NOT NULL,
    worktree TEXT,
    created_at INTEGER NOT NULL,
    claimed_at INTEGER,
    completed_at INTEGER,
    cleared INTEGER NOT NULL,
    PRIMARY KEY (workspace, number)
  ) WITHOUT ROWID;

  CREATE TABLE team_worktrees (
    workspace TEXT NOT NULL,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    branch TEXT NOT NULL,
    task TEXT,
    kept INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (workspace, name)
  ) WITHOUT ROWID;

  -- What became of worktrees: see shared/team WorktreeEvent.
  CREATE TABLE team_events (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    workspace TEXT NOT NULL,
    kind TEXT NOT NULL,
    worktree TEXT NOT NULL,
    task TEXT,
    discarded INTEGER NOT NULL
  );
  CREATE INDEX team_events_by_workspace ON team_events (workspace, seq);

  -- Mail between the members of a team; read_at is null until its recipient has read it.
  CREATE TABLE team_messages (
    seq INTEGER PRIMARY KEY,
    team TEXT NOT NULL,
    recipient TEXT NOT NULL,
    sender TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    request TEXT,
    at INTEGER NOT NULL,
    read_at INTEGER
  );
  CREATE INDEX team_messages_unread ON team_messages (team, recipient, read_at, seq);

  -- Requests that wait for an answer, and those that have one: see team/requests.
  CREATE TABLE team_requests (
    team TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (team, id)
  ) WITHOUT ROWID;
  `,
  `
  -- The folder that a conversation's file and shell tools work in.
  ALTER TABLE conversations ADD COLUMN workspace TEXT;
  `,
  `
  -- What a person answered last about an entry of a workspace's files, and what it was: see store/approvals.
  CREATE TABLE approvals (
    workspace TEXT NOT NULL,
    layer TEXT NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    text TEXT NOT NULL,
    answer TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (workspace, layer, name)
  ) WITHOUT ROWID;
  `,
  `
  -- The conversation in which its owner claimed it.
  ALTER TABLE team_tasks ADD COLUMN conversation TEXT;
  `,
  `
  -- What servers pushed: written before anything else is done with it. delivered_at is set together
  -- with the chat item of the same id; read_at when its conversation was shown.
  CREATE TABLE channel_pushes (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    server TEXT NOT NULL,
    json TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    at INTEGER NOT NULL,
    conversation TEXT,
    delivered_at INTEGER,
    read_at INTEGER
  );
  CREATE INDEX channel_pushes_waiting ON channel_pushes (server, seq) WHERE delivered_at IS NULL;
  CREATE INDEX channel_pushes_unread ON channel_pushes (conversation)
    WHERE delivered_at IS NOT NULL AND read_at IS NULL;

  -- What a person decided about a server's pushes, for the configuration it had then (signature);
  -- conversation is null while its first push is to begin a new one.
  CREATE TABLE channels (
    server TEXT PRIMARY KEY,
    signature TEXT,
    conversation TEXT,
    not_allowed INTEGER NOT NULL DEFAULT 0,
    held_back INTEGER NOT NULL DEFAULT 0,
    refused INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  `,
  `
  -- A shared/chat AgentRole as JSON, null for the lead's, and the conversation it works for.
  ALTER TABLE conversations ADD COLUMN role TEXT;
  ALTER TABLE conversations ADD COLUMN parent TEXT REFERENCES conversations (id) ON DELETE CASCADE;
  CREATE INDEX conversations_by_parent ON conversations (parent) WHERE parent IS NOT NULL;
  `,
];
