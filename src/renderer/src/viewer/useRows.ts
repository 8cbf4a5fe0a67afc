import { useMemo, useState } from 'react';
import { ancestors, jsonRows, sizeOf, textRows } from './viewerRows.ts';
import type { ViewerRow } from './viewerRows.ts';

/** So many values stand open at first; of more only those of the outer two levels. */
const allOpen = 500;

/** The rows of a JSON value as it is folded, or of a text where there is none. */
export function useRows(text: string, json: object | undefined) {
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
    /** Opens all that a value lies in, and answers the rows as they will be. */
    reveal: (key: string): readonly ViewerRow[] => {
      const next = new Map(folds);
      for (const outer of json === undefined ? [] : ancestors(key)) next.set(outer, true);
      setFolds(next);
      return rowsWith(next);
    },
  };
}
