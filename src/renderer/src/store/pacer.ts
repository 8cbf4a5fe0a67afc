import type { ChatChange } from '../../../shared/chat.ts';

/** Frames to draw in, and whether anybody sees them; a fake one drives the tests. */
export type Frames = {
  readonly request: (callback: (at: number) => void) => void;
  readonly visible: () => boolean;
};

export type Pacer = {
  readonly push: (changes: readonly ChatChange[]) => void;
  /** Applies all that waits, at once. */
  readonly flush: () => void;
  /** Forgets what has not been applied: a snapshot that holds it has come. */
  readonly drop: () => void;
};

/** Characters that a frame may add, to begin with and at the least and most. */
const characters = { first: 200, least: 60, most: 300 };
/** A frame longer than this was too much, in milliseconds. */
const tooLong = 22;
/** However slow the window is, text waits no more than about so many frames. */
const longestWait = 400;

/** How many characters the next frame may add, by how long the last one took (milliseconds). */
export function nextBudget(budget: number, frameMs: number): number {
  const next = frameMs > tooLong ? budget * 0.6 : budget * 1.1;
  return Math.min(characters.most, Math.max(characters.least, Math.round(next)));
}

/**
 * Takes changes from the front of the queue that add up to `budget` characters of text. A longer
 * text is cut, so the answer holds what to apply now and what to leave.
 */
export function takeChanges(
  queue: readonly ChatChange[],
  budget: number,
): { readonly now: readonly ChatChange[]; readonly later: readonly ChatChange[] } {
  let left = budget;
  for (const [index, change] of queue.entries()) {
    if (change.kind !== 'delta') continue;
    if (change.text.length > left) {
      // Never between the halves of a surrogate pair.
      const cut = /[\uD800-\uDBFF]/.test(change.text.charAt(left - 1)) ? left - 1 : left;
      const head = { ...change, text: change.text.slice(0, cut) };
      const tail = { ...change, text: change.text.slice(cut) };
      return {
        now: cut > 0 ? [...queue.slice(0, index), head] : queue.slice(0, index),
        later: [tail, ...queue.slice(index + 1)],
      };
    }
    left -= change.text.length;
  }
  return { now: queue, later: [] };
}

/**
 * Applies changes in order, once a frame, and only as much text in one frame as the window can draw
 * in time: an answer that comes too fast is shown a moment later instead of in jerks.
 */
export function createPacer(
  apply: (changes: readonly ChatChange[]) => void,
  frames: Frames,
): Pacer {
  let queue: readonly ChatChange[] = [];
  let budget = characters.first;
  let lastFrame: number | undefined;
  let scheduled = false;

  const flush = () => {
    const all = queue;
    queue = [];
    if (all.length > 0) apply(all);
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    frames.request((at) => {
      scheduled = false;
      if (lastFrame !== undefined) budget = nextBudget(budget, at - lastFrame);
      const backlog = queue.reduce(
        (sum, one) => sum + (one.kind === 'delta' ? one.text.length : 0),
        0,
      );
      const { now, later } = takeChanges(queue, Math.max(budget, Math.ceil(backlog / longestWait)));
      queue = later;
      lastFrame = later.length > 0 ? at : undefined;
      if (now.length > 0) apply(now);
      if (later.length > 0) schedule();
    });
  };
  return {
    push(changes) {
      queue = [...queue, ...changes];
      if (frames.visible()) schedule();
      else flush();
    },
    flush,
    drop() {
      queue = [];
    },
  };
}

/** The frames of this window. */
export const windowFrames: Frames = {
  request: (callback) => requestAnimationFrame(callback),
  visible: () => document.visibilityState === 'visible',
};
