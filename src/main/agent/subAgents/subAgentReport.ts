import type { ChatItem, ChatItemOf } from '../../../shared/chat.ts';
import { cutText } from '../../tools/codePoints.ts';

export type SubAgentReport = { readonly text: string; readonly isError: boolean };

const mostCharacters = 40_000;

/** What a sub-agent that has come to its end tells who started it: its last words, and why it ended early. */
export function reportOf(items: readonly ChatItem[]): SubAgentReport {
  const words = cutText(lastWords(items), mostCharacters);
  const last = items.at(-1);
  if (last?.kind !== 'notice' || (last.level === 'warn' && last.notice.code.startsWith('model/'))) {
    return { text: words === '' ? '(It ended without a word.)' : words, isError: false };
  }
  const why = `The sub-agent did not come to its end: ${last.notice.message}`;
  return {
    text: words === '' ? why : `${why}\nIts last words:\n\n${words}`,
    isError: last.level === 'error',
  };
}

/** The texts of the last answer that has any. */
function lastWords(items: readonly ChatItem[]): string {
  const texts = items.filter((item): item is ChatItemOf<'text'> => item.kind === 'text');
  const round = texts.at(-1)?.round;
  return texts
    .filter((one) => one.round === round)
    .map(({ text }) => text.trim())
    .join('\n\n')
    .trim();
}
