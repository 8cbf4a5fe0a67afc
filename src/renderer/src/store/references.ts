import { code } from './lineKinds.ts';

/**
 * The definitions of links and footnotes in an answer (CommonMark 0.31, 4.7; GFM's footnotes), which
 * may stand anywhere in it. A block is rendered by itself, so it is given those that it names.
 */
export type References = {
  /** Takes in a line outside of code; `isWhole`: its end has come. */
  readonly define: (line: string, isWhole: boolean) => void;
  /** A block's text with what it names. */
  readonly resolve: (text: string) => string;
  /** The same for a settled block, which is resolved anew when more of it is defined. */
  readonly keep: (index: number, text: string) => string;
  /** Forgets the blocks from an index on. */
  readonly forget: (from: number) => void;
  /** The kept blocks of which more is defined than the last time, with their text. */
  readonly changed: () => ReadonlyMap<number, string>;
};

const linkDefinition =
  /^ {0,3}\[(?!\^)([^[\]\\]+)\]:[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;
const noteDefinition = /^ {0,3}\[\^([^[\]\s]+)\]:/;
const named = /\[(\^?[^[\]\n\\]{1,300})\](?!\()/g;
/** Code, which is passed over; the beginning of a footnote; or a mark that leads to one. */
const note = new RegExp(
  `${code.source}|(?<begins>^ {0,3}\\[\\^[^\\[\\]\\s]+\\]:[ \\t]*)|(?<leads>\\[\\^[^\\[\\]\\s]+\\])`,
  'gm',
);

export const isNote = (line: string): boolean => noteDefinition.test(line);
/** Whether a text has nothing to show: all its lines define links. */
export const onlyDefines = (text: string): boolean =>
  text.split('\n').every((line) => line === '' || linkDefinition.test(line));

export function createReferences(): References {
  const links = new Map<string, string>();
  /** Footnotes are numbered in the order in which they are written. */
  const notes = new Map<string, number>();
  const texts = new Map<number, string>();
  const users = new Map<string, Set<number>>();
  let stale = new Set<number>();

  const isDefined = (label: string) => links.has(label) || notes.has(label);
  const added = (label: string) => {
    for (const index of users.get(label) ?? []) stale.add(index);
    users.delete(label);
  };
  const numberOf = (mark: string) => notes.get(keyOf(mark.slice(1, mark.indexOf(']'))));

  const withNotes = (text: string): string =>
    text.replace(note, (all: string, ...groups) => {
      const { begins, leads } = groups.at(-1) as { begins?: string; leads?: string };
      const number = numberOf((begins ?? leads ?? '').trimStart());
      if (number === undefined) return all;
      return begins === undefined ? `<sup>${number}</sup>` : `${number}. `;
    });

  const resolve = (text: string): string => {
    if ((links.size === 0 && notes.size === 0) || !text.includes('[')) return text;
    const lines = labelsIn(text).flatMap((label) => links.get(label) ?? []);
    const shown = notes.size > 0 && text.includes('[^') ? withNotes(text) : text;
    return lines.length > 0 ? `${lines.join('\n')}\n\n${shown}` : shown;
  };

  return {
    define(line, isWhole) {
      const noted = keyOf(`^${noteDefinition.exec(line)?.[1] ?? ''}`);
      if (noted !== '^' && !notes.has(noted)) {
        notes.set(noted, notes.size + 1);
        added(noted);
      }
      const label = isWhole ? linkDefinition.exec(line)?.[1] : undefined;
      if (label === undefined || links.has(keyOf(label))) return;
      links.set(keyOf(label), line);
      added(keyOf(label));
    },
    resolve,
    keep(index, text) {
      if (!text.includes('[')) return text;
      texts.set(index, text);
      for (const label of labelsIn(text)) {
        if (!isDefined(label)) users.set(label, (users.get(label) ?? new Set()).add(index));
      }
      return resolve(text);
    },
    forget(from) {
      for (const index of texts.keys()) if (index >= from) texts.delete(index);
    },
    changed() {
      const found = new Map<number, string>();
      for (const index of stale) {
        const text = texts.get(index);
        if (text !== undefined) found.set(index, resolve(text));
      }
      stale = new Set();
      return found;
    },
  };
}

/** Labels are the same whatever their case and blanks (CommonMark 0.31, 4.7). */
const keyOf = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

const labelsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(named)].map(([, label = '']) => keyOf(label))),
];
