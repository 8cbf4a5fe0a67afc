const mostPages = 100;
const mostItems = 5_000;

export type ListPage = { readonly items: readonly unknown[]; readonly nextCursor: unknown };

/**
 * Reads all pages of a list (MCP pagination). Ends at a cursor that was seen before, because some
 * servers go round in circles, and at a number of pages and items that no honest server has.
 */
export async function readPages(
  fetchPage: (cursor: string | undefined) => Promise<ListPage>,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && items.length < mostItems; page++) {
    const { items: more, nextCursor } = await fetchPage(cursor);
    for (const item of more) items.push(item);
    if (typeof nextCursor !== 'string' || nextCursor === '' || seen.has(nextCursor)) break;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return items.slice(0, mostItems);
}
