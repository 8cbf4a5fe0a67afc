import { useEffect, useState } from 'react';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { SearchResult } from '../../../shared/search.ts';
import { ask, useBridge } from '../api.ts';

/** Typing goes on for so long before it is looked for, in milliseconds. */
const pauseMs = 120;

export type Search = {
  /** What was found last; it stays while the next words are looked for. */
  readonly result: SearchResult | undefined;
  readonly error: AppError | undefined;
};

/** Looks for words in all conversations while they are typed. */
export function useSearch(query: string): Search {
  const bridge = useBridge();
  const [found, setFound] = useState<Search>(nothing);
  const words = query.trim();
  useEffect(() => {
    if (words === '') return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      ask(bridge, 'chat.search', words.slice(0, 500)).then(
        (result) => isCurrent && setFound({ result, error: undefined }),
        (thrown: unknown) =>
          isCurrent && setFound({ result: undefined, error: toAppError(thrown) }),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [bridge, words]);
  return words === '' ? nothing : found;
}

const nothing: Search = { result: undefined, error: undefined };
