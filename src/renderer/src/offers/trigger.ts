/** What is being typed that opens a list: `@` for a resource, `/` at the very start for a prompt. */
export type Trigger = {
  readonly kind: 'resource' | 'prompt';
  /** What follows the character. */
  readonly query: string;
  /** Where the character stands in the text, and where the caret is. */
  readonly start: number;
  readonly end: number;
};

/** The trigger that the caret stands in, if any. An `@` within a word, as in an address, is none. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret);
  const prompt = /^\/(\S*)$/.exec(before);
  if (prompt) return { kind: 'prompt', query: prompt[1] ?? '', start: 0, end: caret };
  const resource = /(?:^|\s)@(\S*)$/.exec(before);
  if (!resource) return undefined;
  const query = resource[1] ?? '';
  return { kind: 'resource', query, start: caret - query.length - 1, end: caret };
}

/** The text without the trigger; one of the two spaces that met there goes too. */
export function withoutTrigger(text: string, { start, end }: Trigger): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  return before.endsWith(' ') && after.startsWith(' ') ? before + after.slice(1) : before + after;
}
