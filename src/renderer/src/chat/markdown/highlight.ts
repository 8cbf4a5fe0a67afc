type CodeToken = { readonly text: string; readonly tone: string | undefined };
export type CodeLine = readonly CodeToken[];

export type HighlightRequest = {
  readonly id: number;
  readonly code: string;
  readonly language: string;
};
/** Without lines when there are no colours for it. */
export type HighlightAnswer = { readonly id: number; readonly lines?: readonly CodeLine[] };

/** Beyond so many characters, a part of a fence is coloured without what stands before it. */
const longestPrefix = 40_000;
/** A line longer than this (minified code) is not worth the time. */
const longestLine = 2000;

type Waiting = (lines: readonly CodeLine[] | undefined) => void;
const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let lastId = 0;

function startWorker(): Worker {
  const started = new Worker(new URL('./highlightWorker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => {
    waiting.get(data.id)?.(data.lines);
    waiting.delete(data.id);
  });
  started.addEventListener('error', () => {
    // Without colours the code still reads.
    for (const give of waiting.values()) give(undefined);
    waiting.clear();
  });
  return started;
}

/**
 * Colours the lines of `code`, which ends a fence that so far reads `upTo`. Answers undefined when
 * the language is not known or the code is not worth it.
 */
export async function highlight(
  code: string,
  language: string,
  upTo: string,
): Promise<readonly CodeLine[] | undefined> {
  const whole = upTo.length > longestPrefix ? code : upTo;
  if (whole.split('\n').some((line) => line.length > longestLine)) return undefined;
  worker ??= startWorker();
  lastId += 1;
  const request: HighlightRequest = { id: lastId, code: whole.trimEnd(), language };
  const { id } = request;
  const answered = new Promise<readonly CodeLine[] | undefined>((resolve) => {
    waiting.set(id, resolve);
  });
  worker.postMessage(request);
  const lines = await answered;
  const before = whole.slice(0, whole.length - code.length).split('\n').length - 1;
  return lines?.slice(before);
}
