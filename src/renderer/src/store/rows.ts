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

export type RowSource = {
  readonly item: ChatItem;
  /** The blocks of a text item. */
  readonly blocks?: readonly Block[] | undefined;
};

/** The rows of one item. A text item has one per block, and none before its first word. */
export function rowsOf(
  { item, blocks = [] }: RowSource,
  previous: ChatItem['kind'] | undefined,
): Row[] {
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

/** The same rows, with the last words of each answer marked; `isOver`: the last one is complete. */
export function withAnswerEnds(rows: readonly Row[], isOver: boolean): readonly Row[] {
  let isEnd = isOver;
  return [...rows]
    .reverse()
    .map((row) => {
      if (beginsTurn.has(row.kind)) isEnd = true;
      if (row.kind !== 'text' || !isEnd) return row;
      isEnd = false;
      return { ...row, endsAnswer: true };
    })
    .reverse();
}
