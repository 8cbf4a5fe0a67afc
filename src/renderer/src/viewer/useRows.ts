import { useMemo, useState } from 'react';
import { ancestors, jsonRows, sizeOf, textRows } from './viewerRows.ts';
import type { ViewerRow } from './viewerRows.ts';

/** So many values stand open at first; of more only those of the outer two levels. */
const allOpen = 500;

/** The rows of a JSON value as it is folded, or of a text where there is none. */
export function useRows(text: string, json: object | undefined) {
  const [revealed, setRevealed] = useState(0);
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isSmall = useMemo(() => json !== undefined && sizeOf(json, allOpen) < allOpen, [json]);
  const rowsWith = (all: ReadonlyMap<string, boolean>): readonly ViewerRow[] =>
    json === undefined
      ? textRows(text)
      : jsonRows(json, (pointer, depth) => all.get(pointer) ?? (isSmall || depth < 2));
  // oxlint-disable-next-line react/exhaustive-deps
  const rows = useMemo(() => rowsWith(folds), [text, json, folds]);
  return {
    rows,
    toggle: (row: ViewerRow) => {
      if (row.branch) setFolds(new Map(folds).set(row.key, !row.branch.open));
    },
    /** Opens all that a value lies in. */
    reveal: (key: string): void => {
      const outer = json === undefined ? [] : ancestors(key);
      if (outer.length === 0) return;
      setFolds(new Map([...folds, ...outer.map((pointer): [string, boolean] => [pointer, true])]));
      setRevealed((count) => count + 1);
    },
    /** How often that was done. */
    revealed,
  };
}
