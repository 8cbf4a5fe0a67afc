import type { ChatChange } from '../../shared/chat.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { EventName, Events } from '../../shared/ipc.ts';
import type { LogEntry } from '../../shared/log.ts';

type Send = <N extends EventName>(name: N, payload: Events[N]) => void;
type SnapshotName =
  | 'servers.changed'
  | 'config.changed'
  | 'adding.offers'
  | 'connectors.changed'
  | 'auth.changed'
  | 'channels.changed'
  | 'questions.changed'
  | 'chat.listed'
  | 'team.changed'
  | 'settings.changed';
type NewsName = 'resource.updated' | 'servers.offersChanged' | 'place.asked';

/** So many lines of a frame are sent; of more it is only told that there are some. */
const mostLines = 100;

/**
 * Gathers what changed and sends it at most once a frame: whole snapshots of small things, appended
 * batches of long ones. The work per change is constant.
 */
export class Push {
  readonly #snapshots = new Map<string, () => void>();
  #reads = 0;
  /** The last read of each that was sent. */
  readonly #sent = new Map<string, number>();
  readonly #news = new Map<string, () => void>();
  readonly #chats = new Map<string, ChatChange[]>();
  readonly #lines = new Map<number, LogEntry>();
  #lastLine = 0;
  #missedLines = false;
  #scheduled = false;
  #isClosed = false;

  constructor(
    private readonly send: Send,
    private readonly schedule: (flush: () => void) => void = (flush) => setTimeout(flush, 16),
  ) {}

  /**
   * `read` is called when the batch is sent, so a burst of changes costs one snapshot; `of` tells
   * apart the things that an event is sent of. Where it fails as expected, what it is of is gone, and
   * nothing is sent; nor where one that was read later is sent already.
   */
  snapshot<N extends SnapshotName>(
    name: N,
    read: () => Events[N] | Promise<Events[N]>,
    of = '',
  ): void {
    const key = `${name} ${of}`;
    this.#snapshots.set(key, () => {
      const turn = ++this.#reads;
      const send = (payload: Events[N]): void => {
        if (this.#isClosed || turn < (this.#sent.get(key) ?? 0)) return;
        this.#sent.set(key, turn);
        this.send(name, payload);
      };
      try {
        const value = read();
        if (value instanceof Promise) void value.then(send).catch(unlessGone);
        else send(value);
      } catch (thrown) {
        unlessGone(thrown);
      }
    });
    this.#later();
  }

  chat(conversationId: string, change: ChatChange): void {
    const changes = this.#chats.get(conversationId) ?? [];
    const last = changes.at(-1);
    if (change.kind === 'delta' && last?.kind === 'delta' && last.id === change.id) {
      changes[changes.length - 1] = { ...last, text: last.text + change.text };
    } else {
      changes.push(change);
    }
    this.#chats.set(conversationId, changes);
    this.#later();
  }

  /** Tells once a frame, however often the same is told. */
  news<N extends NewsName>(name: N, payload: Events[N]): void {
    this.#news.set(JSON.stringify([name, payload]), () => this.send(name, payload));
    this.#later();
  }

  log(entry: LogEntry): void {
    this.#lastLine = Math.max(this.#lastLine, entry.seq);
    this.#missedLines ||= this.#lines.size >= mostLines;
    if (this.#missedLines) this.#lines.clear();
    else this.#lines.set(entry.seq, entry);
    this.#later();
  }

  /** Nothing is read or sent any more: what it would be read from is about to be closed. */
  close(): void {
    this.#isClosed = true;
  }

  #later(): void {
    if (this.#scheduled || this.#isClosed) return;
    this.#scheduled = true;
    this.schedule(() => this.flush());
  }

  /**
   * Sends what is gathered now. Called before a snapshot of a conversation is answered, so that no
   * delta that the snapshot holds already comes after it.
   */
  flush(): void {
    this.#scheduled = false;
    if (this.#isClosed) return;
    const snapshots = [...this.#snapshots.values()];
    this.#snapshots.clear();
    for (const sendSnapshot of snapshots) sendSnapshot();
    const news = [...this.#news.values()];
    this.#news.clear();
    for (const tell of news) tell();
    for (const [conversationId, changes] of this.#chats) {
      this.send('chat.changed', { conversationId, changes });
    }
    this.#chats.clear();
    const entries = [...this.#lines.values()];
    const missed = this.#missedLines;
    this.#lines.clear();
    this.#missedLines = false;
    if (missed || entries.length > 0) {
      this.send('log.changed', { entries, last: this.#lastLine, missed });
    }
  }
}

function unlessGone(thrown: unknown): void {
  if (!(thrown instanceof AppFailure)) throw thrown;
}
