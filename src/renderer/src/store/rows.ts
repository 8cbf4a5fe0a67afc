import { assertNever } from '../../../shared/errors.ts';
import type { ChatItem } from '../../../shared/chat.ts';
import type { Block } from './blocks.ts';

/** One line of the message list: what is mounted, measured and skipped as a whole. */
export type Row = {
  readonly key: string;
  readonly itemId: string;
  readonly kind: ChatItem['kind'];
  /** Which block of a text item. */
  readonly block: number;
  /** It has the last words of an answer that is complete. */
  readonly endsAnswer?: boolean;
  /** The distance to the row above. */
  readonly gap: 'none' | 'joined' | 'card' | 'block' | 'turn';
};

type RowSource = {
  readonly item: ChatItem;
  /** The blocks of a text item. */
  readonly blocks?: readonly Block[] | undefined;
};

/** The rows of one item. A text item has one per block, and none before its first word. */
function rowsOf({ item, blocks = [] }: RowSource, previous: ChatItem['kind'] | undefined): Row[] {
  const row = (gap: Row['gap'], block = 0): Row => ({
    key: item.kind === 'text' ? `${item.id}:${block}` : item.id,
    itemId: item.id,
    kind: item.kind,
    block,
    gap: previous === undefined && block === 0 ? 'none' : gap,
  });
  switch (item.kind) {
    case 'user':
    case 'channel':
    case 'mail':
    case 'background':
      return [row('turn')];
    case 'tool':
      return [row(previous === 'tool' ? 'card' : 'block')];
    case 'text':
      return blocks.map((block, index) => {
        const continues = block.kind === 'code' && block.start !== index;
        return row(continues ? 'joined' : 'block', index);
      });
    case 'thinking':
    case 'notice':
    case 'compaction':
      return [row('block')];
    default:
      return assertNever(item);
  }
}

/** What an answer never goes on behind. */
export const beginsTurn: ReadonlySet<ChatItem['kind']> = new Set([
  'user',
  'channel',
  'mail',
  'background',
]);

/**
 * The rows of what was asked and of all that came of it. `isFirst`: there is no turn above; `isOver`:
 * its answer is complete, and its last words are marked. Rows that are as they were in `before` are
 * the same objects, so that nothing is drawn anew for them.
 */
export function rowsOfTurn(
  sources: readonly RowSource[],
  { isFirst, isOver }: { readonly isFirst: boolean; readonly isOver: boolean },
  before: readonly Row[] = [],
): readonly Row[] {
  const rows: Row[] = [];
  let previous: ChatItem['kind'] | undefined = isFirst ? undefined : 'text';
  for (const source of sources) {
    const own = rowsOf(source, previous);
    if (own.length > 0) previous = source.item.kind;
    rows.push(...own);
  }
  const end = isOver ? rows.map(({ kind }) => kind).lastIndexOf('text') : -1;
  return rows.map((row, index) => {
    const made = index === end ? { ...row, endsAnswer: true } : row;
    const known = before[index];
    return known && isSame(known, made) ? known : made;
  });
}

const isSame = (a: Row, b: Row): boolean =>
  a.key === b.key && a.kind === b.kind && a.gap === b.gap && a.endsAnswer === b.endsAnswer;
