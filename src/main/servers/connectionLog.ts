import type { LogBody, LogCounts, LogEntry, LogFilter, LogPage } from '../../shared/log.ts';
import type { LogStore, StoredLine } from '../store/logStore.ts';

export type NewLogLine = Omit<LogEntry, 'seq' | 'hasBody'>;

const flushAfterMs = 200;
/** So many waiting lines are written at once, so that a flood stays bounded in memory. */
const longestBatch = 500;

/**
 * The log of all connections: numbers the lines, tells a listener at once, and writes them in
 * batches. What is given must be free of secrets already.
 */
export class ConnectionLog {
  #seq: number;
  #waiting = new Map<number, StoredLine>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly store: LogStore,
    /** Called for every new line and for every line that changed. */
    private readonly onChange: (entry: LogEntry) => void,
  ) {
    this.#seq = store.lastSeq();
  }

  append(line: NewLogLine, body: LogBody = {}): LogEntry {
    const entry = { ...line, seq: ++this.#seq, hasBody: body.request !== undefined };
    this.#put(entry, body);
    return entry;
  }

  /** Replaces what is shown of a line; a body that is given is added to what it has. */
  update(entry: LogEntry, body: LogBody): void {
    const waiting = this.#waiting.get(entry.seq);
    this.#put(entry, { ...waiting?.body, ...body });
  }

  query(filter: LogFilter, before: number | undefined, limit: number): LogPage {
    this.flush();
    return this.store.query(filter, before, limit);
  }

  counts(filter: LogFilter): LogCounts {
    this.flush();
    return this.store.counts(filter);
  }

  body(seq: number): LogBody {
    this.flush();
    return this.store.body(seq);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    const lines = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.store.write(lines);
    this.store.prune();
  }

  /** Writes what waits. Lines that come later are dropped: the database is about to close. */
  close(): void {
    this.flush();
    this.#isClosed = true;
  }

  #put(entry: LogEntry, body: LogBody): void {
    if (this.#isClosed) return;
    this.#waiting.set(entry.seq, { entry, body });
    if (this.#waiting.size >= longestBatch) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), flushAfterMs);
    this.onChange(entry);
  }
}
