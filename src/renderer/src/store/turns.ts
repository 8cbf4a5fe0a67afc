import type { ChatItem } from '../../../shared/chat.ts';
import type { BlockSplitter } from './blocks.ts';
import { beginsTurn, rowsOfTurn } from './rows.ts';
import type { Row } from './rows.ts';

/** An item that is here; `splitter` cuts its text into blocks while it comes. */
export type Entry = { item: ChatItem; splitter: BlockSplitter | undefined };

type Turn = { entries: readonly Entry[]; rows: readonly Row[]; isCurrent: boolean };

/**
 * The items of a conversation in order, by turns: what was asked, and all that came of it. The rows
 * of a turn depend on no other turn's items, so that what changes costs the rows of its own turn,
 * and an older page those of its turns, however long the conversation is.
 */
export class Turns {
  #turns: Turn[] = [];
  readonly #turnOf = new Map<Entry, Turn>();
  #rows: readonly Row[] | undefined = [];
  #isOver = false;

  /** Goes up whenever rows may have changed. */
  version = 0;

  get first(): Entry | undefined {
    return this.#turns[0]?.entries[0];
  }

  clear(): void {
    this.#turns = [];
    this.#turnOf.clear();
    this.#rows = [];
  }

  add(entry: Entry): void {
    const last = this.#turns.at(-1);
    if (last) this.#expire(last);
    if (last && !beginsTurn.has(entry.item.kind)) this.#fill(last, [...last.entries, entry]);
    else this.#turns.push(this.#fill({ entries: [], rows: [], isCurrent: false }, [entry]));
  }

  /** Puts items before the others. */
  prepend(entries: readonly Entry[]): void {
    const later = this.#turns;
    this.#turns = [];
    for (const entry of entries) this.add(entry);
    const [first, ...others] = later;
    if (!first) return;
    const last = this.#turns.at(-1);
    const isTorn = last && first.entries[0] && !beginsTurn.has(first.entries[0].item.kind);
    if (isTorn) this.#fill(last, [...last.entries, ...first.entries]);
    else this.#turns.push(this.#fill(first, first.entries));
    this.#turns = this.#turns.concat(others);
  }

  /** An item has changed: other rows may show it. */
  changed(entry: Entry): void {
    const turn = this.#turnOf.get(entry);
    if (turn) this.#expire(turn);
  }

  find(matches: (entry: Entry) => boolean): Entry | undefined {
    for (const { entries } of this.#turns) {
      const found = entries.find(matches);
      if (found) return found;
    }
    return undefined;
  }

  /** The items between what was asked and what is asked next, around one of them. */
  itemsOfTurn(entry: Entry): readonly ChatItem[] {
    const entries = this.#turnOf.get(entry)?.entries ?? [];
    return entries.map(({ item }) => item).filter(({ kind }) => !beginsTurn.has(kind));
  }

  /** `isOver`: the last answer is complete. The same array as before when nothing is different. */
  rows(isOver: boolean): readonly Row[] {
    const last = this.#turns.at(-1);
    if (last && isOver !== this.#isOver) this.#expire(last);
    this.#isOver = isOver;
    if (this.#rows) return this.#rows;
    for (const [index, turn] of this.#turns.entries()) {
      if (turn.isCurrent) continue;
      const sources = turn.entries.map(({ item, splitter }) => ({
        item,
        blocks: splitter?.blocks,
      }));
      const isFirst = index === 0;
      turn.rows = rowsOfTurn(sources, { isFirst, isOver: isOver || turn !== last }, turn.rows);
      turn.isCurrent = true;
    }
    this.#rows = this.#turns.flatMap(({ rows: own }) => own);
    return this.#rows;
  }

  #expire(turn: Turn): void {
    turn.isCurrent = false;
    this.#rows = undefined;
    this.version += 1;
  }

  #fill(turn: Turn, entries: readonly Entry[]): Turn {
    turn.entries = entries;
    for (const entry of entries) this.#turnOf.set(entry, turn);
    this.#expire(turn);
    return turn;
  }
}
