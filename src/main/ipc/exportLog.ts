import { open } from 'node:fs/promises';
import { AppFailure } from '../../shared/errors.ts';
import type { LogFilter } from '../../shared/log.ts';
import type { ConnectionLog } from '../servers/log/connectionLog.ts';

const pageSize = 1_000;

/**
 * Writes the matching lines with their messages into a file, oldest first, a JSON object a line (JSON
 * Lines); what comes meanwhile is not in it. Throws `log/not-exported` when it can't be written.
 */
export async function exportLog(
  log: Pick<ConnectionLog, 'page' | 'body'>,
  filter: LogFilter,
  path: string,
): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      // Found from the end: only numbers are kept until all are known.
      const pages: number[][] = [];
      for (let before: number | undefined; ;) {
        const page = await log.page(filter, before, pageSize);
        pages.push(page.map(({ seq }) => seq));
        before = page[0]?.seq;
        if (page.length < pageSize) break;
      }
      for (const seqs of pages.reverse()) {
        const [start, end] = [seqs[0], seqs.at(-1)];
        if (start === undefined || end === undefined) continue;
        const { length } = seqs;
        const entries = await log.page(filter, end + 1, length, undefined, start - 1);
        const lines = entries.map((entry) =>
          JSON.stringify({ ...entry, ...(entry.hasBody && log.body(entry.seq)) }),
        );
        await file.writeFile(`${lines.join('\n')}\n`);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppFailure({
      code: 'log/not-exported',
      message: `${path} could not be written: ${why}`,
      params: { file: path, why },
    });
  }
}
