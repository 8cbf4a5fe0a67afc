import type { LogFilter } from '../../shared/log.ts';
import type { ConnectionLog } from '../servers/log/connectionLog.ts';
import { exportTo } from '../store/writeWhole.ts';

type Log = Pick<ConnectionLog, 'page' | 'body'>;

const pageSize = 1_000;

/**
 * Writes the matching lines with their messages into a file, oldest first, a JSON object a line (JSON
 * Lines); what comes meanwhile is not in it. Throws `log/not-exported` when it can't be written.
 */
export function exportLog(log: Log, filter: LogFilter, path: string): Promise<void> {
  return exportTo(path, pagesOf(log, filter), 'log/not-exported');
}

async function* pagesOf(log: Log, filter: LogFilter): AsyncGenerator<string> {
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
    const entries = await log.page(filter, end + 1, seqs.length, undefined, start - 1);
    const lines = entries.map((entry) =>
      JSON.stringify({ ...entry, ...(entry.hasBody && log.body(entry.seq)) }),
    );
    yield `${lines.join('\n')}\n`;
  }
}
