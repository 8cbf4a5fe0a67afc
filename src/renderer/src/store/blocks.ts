import {
  closesFence,
  closesMath,
  indentOf,
  isBlank,
  isListItem,
  isTableDelimiter,
  openedFence,
  openedMath,
  openedTag,
  tagBalance,
  withoutMarker,
} from './lineKinds.ts';
import type { Fence } from './lineKinds.ts';
import { createReferences, isNote, onlyDefines } from './references.ts';

/**
 * A stretch of an answer that is rendered by itself. All but the last never change again, unless a
 * link or footnote of theirs is defined. A long code fence is several `code` blocks, so that a list
 * can skip those out of sight; a long table is several only until it is complete.
 */
export type Block =
  | { readonly kind: 'markdown'; readonly text: string; readonly live: boolean }
  | {
      readonly kind: 'code';
      readonly language: string;
      readonly code: string;
      /** The index of the block in which the fence begins. */
      readonly start: number;
      /** The fence has been closed in this block. */
      readonly end: boolean;
      readonly live: boolean;
    };

/** Sizes in characters; beyond them a block is cut where it hurts least. */
const limit = { list: 1500, table: 4000, flow: 3000, unbreakable: 24_000, code: 3000 };
const codeLines = 60;

export const isDiagram = (language: string): boolean => language.toLowerCase() === 'mermaid';

export type BlockSplitter = {
  /** Another array where blocks have become one. */
  readonly blocks: readonly Block[];
  /** Adds text at the end; the cost depends on the text and on the last block, not on the answer. */
  readonly append: (text: string) => void;
  /** No more text comes: the last block is settled as well. */
  readonly finish: () => void;
};

/** What is settled of a table that is longer: all its text, and the index of its first block. */
type Cut = { readonly text: string; readonly first: number };

type Open =
  | {
      readonly kind: 'flow';
      text: string;
      /** A blank line came last: the next line may begin another block. */
      blank: boolean;
      list: boolean;
      indented: boolean;
      /** The head of a table, repeated when the table is cut. */
      head: string | undefined;
      readonly cut: Cut | undefined;
      previous: string;
      fence: Fence | undefined;
      /** What closes the formula that is open. */
      math: string | undefined;
      tag: string | undefined;
      depth: number;
    }
  | { readonly kind: 'code'; readonly fence: Fence; start: number; code: string; lines: number };

/** What a list may go on with: another item, or a footnote, which reads as one. */
const isItem = (line: string): boolean => isListItem(line) || isNote(line);

const wholeOf = ({ text, head = '', cut }: Extract<Open, { kind: 'flow' }>): string =>
  cut ? cut.text + text.slice(head.length) : text;

/** Cuts Markdown into blocks while it streams in. */
export function createBlockSplitter(): BlockSplitter {
  const settled: Block[] = [];
  let blocks: Block[] = [];
  let open: Open | undefined;
  const references = createReferences();
  /** The last line while its end has not come. */
  let partial = '';

  const languageOf = (fence: Fence) => fence.info.split(/[\s{]/)[0] ?? '';
  /** A diagram is drawn from its whole source. */
  const isFull = ({ fence, code, lines }: Extract<Open, { kind: 'code' }>): boolean =>
    isDiagram(languageOf(fence))
      ? code.length >= limit.unbreakable
      : lines >= codeLines || code.length >= limit.code;
  const codeBlock = (code: Extract<Open, { kind: 'code' }>, text: string, end: boolean): Block => ({
    kind: 'code',
    language: languageOf(code.fence),
    code: text,
    start: code.start,
    end,
    live: false,
  });

  const settle = (end = false) => {
    if (open?.kind === 'flow' && !isBlank(open.text) && !onlyDefines(open.text)) {
      if (open.cut) {
        // One block with all of the table takes the place of those that it was cut into.
        settled.length = open.cut.first;
        references.forget(open.cut.first);
        blocks = [];
      }
      pushMarkdown(wholeOf(open));
    } else if (open?.kind === 'code') {
      settled.push(codeBlock(open, open.code, end));
    }
    open = undefined;
  };

  const pushMarkdown = (text: string) => {
    settled.push({ kind: 'markdown', text: references.keep(settled.length, text), live: false });
  };

  const begin = (line: string, head = '', cut?: Cut) => {
    const fence = openedFence(line);
    if (fence && fence.indent <= 3) {
      open = { kind: 'code', fence, start: settled.length, code: '', lines: 0 };
      return;
    }
    const tag = openedTag(line);
    references.define(line, true);
    open = {
      kind: 'flow',
      text: `${head}${line}\n`,
      blank: false,
      list: isItem(line),
      indented: indentOf(line) >= 4,
      head: head === '' ? undefined : head,
      cut,
      previous: line,
      fence: openedFence(withoutMarker(line)),
      math: openedMath(line),
      tag,
      depth: tag === undefined ? 0 : tagBalance(line, tag),
    };
  };

  /** Whether the open block is over before this line, which is not blank. */
  const endsBefore = (flow: Extract<Open, { kind: 'flow' }>, line: string): boolean => {
    const { length } = flow.text;
    if (length > limit.unbreakable) return true;
    if (flow.fence || flow.math !== undefined || (flow.tag !== undefined && flow.depth > 0))
      return false;
    const fence = openedFence(line);
    if (flow.list) {
      if (fence) return fence.indent < 2;
      if (isItem(line) && indentOf(line) < 2) return length > limit.list;
      return (flow.blank && indentOf(line) < 2) || length > limit.unbreakable / 2;
    }
    if (fence && fence.indent <= 3) return true;
    if (flow.blank) return !(flow.indented && indentOf(line) >= 4);
    return length > (flow.head === undefined ? limit.flow : limit.table);
  };

  const addToFlow = (flow: Extract<Open, { kind: 'flow' }>, line: string) => {
    if (flow.fence) {
      if (closesFence(line, flow.fence)) flow.fence = undefined;
    } else if (flow.math !== undefined) {
      if (closesMath(line, flow.math)) flow.math = undefined;
    } else {
      references.define(line, true);
      flow.fence = openedFence(withoutMarker(line));
      flow.math = openedMath(line);
      if (flow.head === undefined && isTableDelimiter(line) && flow.previous.includes('|')) {
        flow.head = `${flow.previous}\n${line}\n`;
      }
    }
    if (flow.tag !== undefined) flow.depth += tagBalance(line, flow.tag);
    flow.text += `${line}\n`;
    flow.blank = isBlank(line);
    flow.previous = line;
  };

  const addLine = (line: string) => {
    if (open?.kind === 'code') {
      const code = open;
      if (closesFence(line, code.fence)) return settle(true);
      code.code += `${line.slice(Math.min(indentOf(line), code.fence.indent))}\n`;
      code.lines += 1;
      if (!isFull(code)) return;
      settle();
      open = { ...code, code: '', lines: 0 };
      return;
    }
    if (!open) {
      if (!isBlank(line)) begin(line);
      return;
    }
    if (isBlank(line) || !endsBefore(open, line)) return addToFlow(open, line);
    const isCut = open.head !== undefined && !open.blank && line.includes('|');
    const { head } = open;
    const cut = isCut
      ? { text: wholeOf(open), first: open.cut?.first ?? settled.length }
      : undefined;
    if (cut && cut.text.length <= limit.unbreakable) {
      pushMarkdown(open.text);
      begin(line, head, cut);
    } else {
      settle();
      begin(line, isCut ? head : undefined);
    }
  };

  /** A paragraph on one endless line is cut after a sentence, or at least a word. */
  const cutEndlessLine = () => {
    if (open?.kind === 'code' || partial.length < limit.flow * 2) return;
    const window = partial.slice(0, limit.flow * 2);
    const cut = Math.max(window.lastIndexOf('. ') + 1, window.lastIndexOf('。') + 1);
    const at = cut > 0 ? cut : window.lastIndexOf(' ') + 1 || window.length;
    addLine(partial.slice(0, at));
    settle();
    partial = partial.slice(at).trimStart();
    cutEndlessLine();
  };

  /** The blocks as they stand: the settled ones, and what the open one shows for now. */
  const publish = () => {
    const tail: Block[] = [];
    const fence = open === undefined ? openedFence(partial) : undefined;
    if (open?.kind === 'code') {
      const shown = closesFence(partial, open.fence) ? '' : partial;
      tail.push({ ...codeBlock(open, open.code + shown, false), live: true });
    } else if (!fence && (open || !isBlank(partial))) {
      if (!open?.fence && open?.math === undefined) references.define(partial, false);
      const text = (open?.text ?? '') + partial;
      if (!onlyDefines(text)) {
        tail.push({ kind: 'markdown', text: references.resolve(text), live: true });
      }
    }
    for (const [index, text] of references.changed()) {
      settled[index] = { kind: 'markdown', text, live: false };
      if (index < blocks.length) blocks[index] = settled[index];
    }
    if (blocks.length > settled.length) blocks.length = settled.length;
    for (let i = Math.max(0, blocks.length - 1); i < settled.length; i += 1) {
      const block = settled[i];
      if (block) blocks[i] = block;
    }
    blocks.push(...tail);
  };

  return {
    get blocks() {
      return blocks;
    },
    append(text) {
      const lines = (partial + text).split('\n');
      partial = lines.pop() ?? '';
      for (const line of lines) addLine(line.endsWith('\r') ? line.slice(0, -1) : line);
      cutEndlessLine();
      publish();
    },
    finish() {
      if (partial !== '') addLine(partial);
      partial = '';
      settle(true);
      publish();
    },
  };
}
