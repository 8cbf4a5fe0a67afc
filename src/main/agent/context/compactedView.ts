import type { ChatItem, ChatItemOf, ResultPart } from '../../../shared/chat.ts';
import { cutText } from '../../tools/codePoints.ts';

/** The longest text of an old result that stays whole, and what is kept of longer ones. */
const mostCharacters = 1_500;
const keptStart = 900;
const keptEnd = 300;
/** As much of a question that was summarized stays beside the summary, word for word. */
const mostQuestion = 20_000;

/**
 * The conversation as the model is given it: from the last summary on, after it what was kept, with
 * the tool results shortened that were chosen to be. The items themselves are never changed, and
 * what needs no change is the same object. The end of the view is the end of the items.
 */
export function compactedView(items: readonly ChatItem[]): readonly ChatItem[] {
  const done = items.filter(isDone);
  if (done.length === 0) return items;
  const summary = done.filter((one) => one.summary !== undefined).at(-1);
  const shortened = done.filter((one) => one.summary === undefined).at(-1);
  const shortUpTo = shortened === undefined ? -1 : indexOf(items, shortened.upTo);
  const start = summary === undefined ? 0 : indexOf(items, summary.upTo) + 1;
  const kept = items
    .slice(start)
    .map((item, index) => (start + index <= shortUpTo ? shorten(item) : item));
  if (summary === undefined) return kept;
  const then = items.slice(0, indexOf(items, summary.id));
  return [summaryItem(summary), ...openQuestion(then, start), ...kept];
}

type DoneCompaction = ChatItemOf<'compaction'> & { readonly state: 'done' };

function isDone(item: ChatItem): item is DoneCompaction {
  return item.kind === 'compaction' && item.state === 'done';
}

/** -1 where the item is not there: then nothing is left out. */
function indexOf(items: readonly ChatItem[], id: string): number {
  return items.findIndex((item) => item.id === id);
}

function summaryItem({ id, at, summary = '' }: DoneCompaction): ChatItem {
  const text =
    'The conversation became too long, so that its beginning was replaced by this summary, which ' +
    `you have written. The user can see the original.\n\n<summary>\n${summary}\n</summary>`;
  return { id, at, kind: 'user', text };
}

/**
 * In the middle of a long turn the question is in the summary; it stays word for word too. `items`
 * are those before the compaction, of which what begins at `start` was kept.
 */
function openQuestion(items: readonly ChatItem[], start: number): readonly ChatItem[] {
  const told = items.filter(({ kind }) => kind !== 'notice' && kind !== 'compaction');
  if (told.at(-1)?.kind !== 'tool') return [];
  const isQuestion = (item: ChatItem): item is ChatItemOf<'user'> => item.kind === 'user';
  const question = items.slice(0, start).filter(isQuestion).at(-1);
  if (question === undefined || items.slice(start).some(isQuestion)) return [];
  const { id, at, text } = question;
  return [{ id, at, kind: 'user', text: cutText(text, mostQuestion) }];
}

/** A tool call with its long results cut and its images left out; every other item as it is. */
export function shorten(item: ChatItem): ChatItem {
  if (!('call' in item) || item.call.result === undefined) return item;
  const result = item.call.result.map(shortPart);
  if (result.every((part, index) => part === item.call.result?.[index])) return item;
  return { ...item, call: { ...item.call, result } };
}

function shortPart(part: ResultPart): ResultPart {
  if (part.kind === 'image') return { kind: 'text', text: '(an image, left out to save room)' };
  if (part.kind !== 'text' || part.text.length <= mostCharacters) return part;
  const start = cutText(part.text, keptStart);
  const end = part.text.slice(-keptEnd).replace(/^[\uDC00-\uDFFF]/, '');
  const left = part.text.length - start.length - end.length;
  const note = `[… ${left} characters of this old result are left out to save room; call the tool again if you need them …]`;
  return { kind: 'text', text: `${start}\n${note}\n${end}` };
}
