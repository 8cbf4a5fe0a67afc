import { randomUUID } from 'node:crypto';
import type { ChatItem } from '../src/shared/chat.ts';
import { openDatabase } from '../src/main/store/database.ts';
import { fillConversation } from '../src/main/store/fillConversation.ts';
import { SearchIndex } from '../src/main/store/searchIndex.ts';

const words = (
  'the server answers with a deployment of search index that retries when token is renewed and ' +
  'cache was cold because queue grew while worker waited for lock on table migration rolled back ' +
  'after health check failed twice on staging cluster then passed in production region'
).split(' ');

/** Numbers that look random and are the same each time (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Makes a database of conversations as years of use leave them: the newest has `longest` messages, the
 * others share the rest. One message says `needle`, in the oldest conversation.
 */
export function fillHistory(
  path: string,
  size: { readonly conversations: number; readonly messages: number; readonly longest: number },
): void {
  const db = openDatabase(path);
  const random = randomNumbers(1);
  const text = (length: number) =>
    Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ');
  const each = Math.floor((size.messages - size.longest) / Math.max(1, size.conversations - 1));
  const end = Date.now();
  for (let c = 0; c < size.conversations; c++) {
    const count = c === size.conversations - 1 ? size.longest : each;
    const at = end - (size.conversations - c) * 3_600_000;
    const items = Array.from({ length: count }, (_, position) =>
      message(position, at, c === 0, text),
    );
    fillConversation(db, { id: randomUUID(), title: `${c} ${text(6)}`, updatedAt: at }, items);
  }
  const index = new SearchIndex(db);
  while (index.catchUp(2_000));
  db.close();
}

function message(
  position: number,
  at: number,
  isOldest: boolean,
  text: (length: number) => string,
): ChatItem {
  const base = { id: randomUUID(), at: at + position };
  const round = Math.floor(position / 3) + 1;
  if (position % 3 === 0) {
    const said = isOldest && position === 0 ? 'needle' : text(12);
    return { ...base, kind: 'user', text: position === 0 ? `The first: ${said}` : said };
  }
  if (position % 3 === 2) {
    const code = position % 9 === 2 ? `\n\n\`\`\`ts\nconst x = '${text(4)}';\n\`\`\`\n` : '';
    return {
      ...base,
      kind: 'text',
      round,
      streaming: false,
      text: `${text(60)}.\n\n${text(30)}${code}`,
    };
  }
  const call = {
    name: 'mcp__docs__search',
    title: 'Search',
    server: 'docs',
    state: 'done' as const,
  };
  const result = [{ kind: 'text' as const, text: text(80) }];
  const input = { query: text(3) };
  return {
    ...base,
    kind: 'tool',
    round,
    call: { ...call, input, startedAt: at, endedAt: at + 50, result },
  };
}
