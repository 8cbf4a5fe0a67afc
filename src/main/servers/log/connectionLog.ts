import type { LogBody, LogEntry, LogFilter, LogTally } from '../../../shared/log.ts';
import { LogReader } from '../../store/logReader.ts';
import type { LogCap, LogStore, StoredLine } from '../../store/logStore.ts';

export type NewLogLine = Omit<LogEntry, 'seq' | 'hasBody'>;

const flushAfterMs = 200;
/** Between steps of forgetting lines and of making the file shorter others have their turn. */
const tidyMs = 10;
/** So many waiting lines are written at once, so that a flood stays bounded in memory. */
const longestBatch = 500;

/**
 * The log of all connections: numbers the lines, tells a listener at once, and writes them in
 * batches. What is given must be free of secrets already.
 */
export class ConnectionLog {
  readonly #reader: LogReader;
  #seq: number;
  /** The highest number that was written. */
  #written: number;
  #waiting = new Map<number, StoredLine>();
  #timer: NodeJS.Timeout | undefined;
  #tidying: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly store: LogStore,
    /** Called for every new line and for every line that changed. */
    private readonly onChange: (entry: LogEntry) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.#reader = new LogReader(store);
    this.#seq = store.lastSeq();
    this.#written = this.#seq;
  }

  append(line: NewLogLine, body: LogBody = {}): LogEntry {
    const entry = { ...line, seq: ++this.#seq, hasBody: body.request !== undefined };
    this.#put(entry, body);
    return entry;
  }

  /** Replaces what is shown of a line; a body that is given is added to what it has. */
  update(entry: LogEntry, body: LogBody): void {
    const waiting = this.#waiting.get(entry.seq);
    if (entry.seq <= this.#written) this.#reader.changed(entry.seq);
    this.#put(entry, { ...waiting?.body, ...body });
  }

  /**
   * The last matching lines before a number (or at the end), ascending, found in one go: for a
   * filter that does not look far.
   */
  query(
    filter: LogFilter,
    before: number | undefined,
    limit: number,
  ): { readonly entries: readonly LogEntry[] } {
    this.flush();
    return { entries: this.store.query(filter, before, limit) };
  }

  /** The same for any filter, of lines after `after`, while others have their turn. */
  page(
    filter: LogFilter,
    before: number | undefined,
    limit: number,
    signal?: AbortSignal,
    after = 0,
  ): Promise<readonly LogEntry[]> {
    this.flush();
    return this.#reader.page(filter, before, limit, signal, after);
  }

  /** How many lines of each kind and level after `after` match the filter's servers and text. */
  tally(filter: LogFilter, signal?: AbortSignal, after = 0): Promise<LogTally> {
    this.flush();
    return this.#reader.tally(filter, signal, after);
  }

  body(seq: number): LogBody {
    this.flush();
    return this.store.body(seq);
  }

  /** What is kept from now on; more is forgotten little by little. */
  setCap(cap: LogCap): void {
    this.store.setCap(cap);
    this.#tidy();
  }

  /** About how many bytes all that is kept takes, and how many numbers of lines that is. */
  usage(): { readonly bytes: number; readonly lines: number } {
    this.flush();
    const { first, last } = this.store.ends();
    return { bytes: this.store.size(), lines: last - first + 1 };
  }

  /** Forgets everything, but that this was done: numbers go on from that line. */
  clear(): void {
    this.flush();
    this.store.clear();
    this.#reader.cleared();
    const text = 'the log was cleared';
    const line = { server: 'patchbay', at: this.now(), kind: 'lifecycle', level: 'info' } as const;
    this.append({ ...line, text, bytes: 0 });
    this.flush();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size > 0) {
      const lines = [...this.#waiting.values()];
      this.#waiting = new Map();
      this.store.write(lines);
      this.#written = this.#seq;
    }
    this.#tidy();
  }

  /** Writes what waits. Lines that come later are dropped: the database is about to close. */
  close(): void {
    this.flush();
    clearTimeout(this.#tidying);
    this.#isClosed = true;
  }

  /** Forgets what is too much, a step at a time, and gives the space back that it took. */
  #tidy(): void {
    const isMore = this.store.prune(this.now()) || this.store.shrink();
    if (!isMore || this.#isClosed) return;
    this.#tidying ??= setTimeout(() => {
      this.#tidying = undefined;
      this.#tidy();
    }, tidyMs);
  }

  #put(entry: LogEntry, body: LogBody): void {
    if (this.#isClosed) return;
    this.#waiting.set(entry.seq, { entry, body });
    if (this.#waiting.size >= longestBatch) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), flushAfterMs);
    this.onChange(entry);
  }
}
