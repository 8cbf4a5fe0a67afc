import { open } from 'node:fs/promises';
import { AppFailure } from '../../shared/errors.ts';
import type { Permissions } from '../permissions/permissions.ts';

const pageSize = 1_000;

/**
 * Writes every decision into a file, oldest first, a JSON object a line (JSON Lines). The file is for
 * its owner only. Throws `permissions/not-exported` when it can't be written.
 */
export async function exportDecisions(
  permissions: Pick<Permissions, 'decisions'>,
  path: string,
): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      // Pages are read from the end: their texts are few, and are put in order before they are written.
      const pages: string[] = [];
      let before: number | undefined;
      for (;;) {
        const page = permissions.decisions(before, pageSize);
        pages.push(page.map((record) => `${JSON.stringify(record)}\n`).join(''));
        before = page[0]?.id;
        if (before === undefined || page.length < pageSize) break;
      }
      for (const text of pages.reverse()) await file.writeFile(text);
    } finally {
      await file.close();
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppFailure({
      code: 'permissions/not-exported',
      message: `${path} could not be written: ${why}`,
      params: { file: path, why },
    });
  }
}
