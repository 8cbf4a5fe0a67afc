import { createColouring } from './colourCode.ts';
import type { HighlightAnswer, HighlightRequest } from './highlight.ts';

/** Colours code away from the window: a grammar alone can take longer than ten frames. */
const colour = createColouring();

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  void answer(data).then((reply) => postMessage(reply));
});

async function answer({ id, code, language }: HighlightRequest): Promise<HighlightAnswer> {
  // Without colours the code still reads.
  const lines = await colour(code, language).catch(() => undefined);
  return lines ? { id, lines } : { id };
}
