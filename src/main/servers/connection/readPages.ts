const mostPages = 100;
const mostItems = 5_000;

export type ListPage = { readonly items: readonly unknown[]; readonly nextCursor: unknown };

export type ReadPages = {
  readonly items: readonly unknown[];
  /** Why these are not all, in words to stand behind the list's name; undefined when they are. */
  readonly cut: string | undefined;
};

/**
 * Reads all pages of a list (MCP pagination). Ends at a cursor that was seen before, because some
 * servers go round in circles, and at a number of pages and items that no honest server has.
 */
export async function readPages(
  fetchPage: (cursor: string | undefined) => Promise<ListPage>,
): Promise<ReadPages> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const { items: more, nextCursor } = await fetchPage(cursor);
    for (const item of more) items.push(item);
    const cutAt = (limit: string): ReadPages => {
      const taken = items.slice(0, mostItems);
      return { items: taken, cut: `${limit}: ${taken.length} were taken, the rest was left out` };
    };
    if (items.length > mostItems) return cutAt(`has more than ${mostItems}`);
    if (typeof nextCursor !== 'string' || nextCursor === '') return { items, cut: undefined };
    if (seen.has(nextCursor)) return cutAt('gave a cursor twice');
    if (page === mostPages) return cutAt(`has more than ${mostPages} pages`);
    if (items.length === mostItems) return cutAt(`has more than ${mostItems}`);
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}
