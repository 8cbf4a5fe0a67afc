/** What the system shows of one thing; a newer one takes the place of an older one of the same tag. */
export type Notice = {
  readonly title: string;
  readonly body: string;
  /** What a click on it leads to, besides the window itself. */
  readonly conversation?: string | undefined;
};

/** The system's notifications, and the window that they are for. */
export type NoticePorts = {
  readonly isInFront: () => boolean;
  readonly show: (tag: string, notice: Notice, onClick: () => void) => void;
  readonly remove: (tag: string) => void;
  /** Calls back each time the window came to the front. */
  readonly onFront: (listener: () => void) => void;
  readonly bringToFront: () => void;
};

export type NoticesOptions = NoticePorts & {
  readonly isOn: () => boolean;
  /** Shows a conversation in the window. */
  readonly showConversation: (id: string) => void;
  readonly now?: () => number;
};

/** What comes together is told together. */
const gatherMs = 200;
/** The same thing is told anew at most so often. */
const pauseMs = 2_000;

/** Tells of what happens while the window is not in front; silent while it is. */
export class Notices {
  readonly #options: NoticesOptions;
  readonly #now: () => number;
  /** When each tag that stands there was shown. */
  readonly #shown = new Map<string, number>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: NoticesOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    options.onFront(() => {
      for (const tag of this.#shown.keys()) this.#remove(tag);
    });
  }

  /** Something is new about a thing; `read` says how it is now, undefined for nothing to tell. */
  changed(tag: string, read: () => Notice | undefined): void {
    if (read() === undefined) this.#remove(tag);
    if (this.#timers.has(tag) || this.#isClosed) return;
    const free = (this.#shown.get(tag) ?? 0) + pauseMs - this.#now();
    const tell = () => {
      this.#timers.delete(tag);
      this.#tell(tag, read());
    };
    this.#timers.set(tag, setTimeout(tell, Math.max(gatherMs, free)));
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #tell(tag: string, notice: Notice | undefined): void {
    const { isOn, isInFront, show, bringToFront, showConversation } = this.#options;
    if (notice === undefined || !isOn() || isInFront()) return;
    this.#shown.set(tag, this.#now());
    show(tag, notice, () => {
      bringToFront();
      if (notice.conversation !== undefined) showConversation(notice.conversation);
    });
  }

  #remove(tag: string): void {
    if (this.#shown.delete(tag)) this.#options.remove(tag);
  }
}
