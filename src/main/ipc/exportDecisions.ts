import type { Permissions } from '../permissions/permissions.ts';
import { exportTo } from '../store/writeWhole.ts';

const pageSize = 1_000;

/**
 * Writes every decision into a file, oldest first, a JSON object a line (JSON Lines). Throws
 * `permissions/not-exported` when it can't be written.
 */
export function exportDecisions(
  permissions: Pick<Permissions, 'decisions'>,
  path: string,
): Promise<void> {
  return exportTo(path, pagesOf(permissions), 'permissions/not-exported');
}

/** Read from the end: their texts are few, and are put in order before they are written. */
function pagesOf(permissions: Pick<Permissions, 'decisions'>): readonly string[] {
  const pages: string[] = [];
  let before: number | undefined;
  for (;;) {
    const page = permissions.decisions(before, pageSize);
    pages.push(page.map((record) => `${JSON.stringify(record)}\n`).join(''));
    before = page[0]?.id;
    if (before === undefined || page.length < pageSize) return pages.reverse();
  }
}
