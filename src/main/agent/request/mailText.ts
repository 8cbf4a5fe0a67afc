import type { ChatItemOf } from '../../../shared/chat.ts';
import { cleanText, escapeText } from '../../channels/channelMessage.ts';

/** What the text of every mail begins with. */
const mailStart = '<mail from="';

/**
 * `<mail from="NAME" kind="KIND" request="ID">text</mail>`, as the model sees it: escaped, so that
 * nothing in it ends or begins a tag. The mailbox has seen to its length.
 */
export function mailText({ from, mailKind, text, requestId }: ChatItemOf<'mail'>): string {
  const request = requestId === undefined ? '' : ` request="${escapeText(requestId)}"`;
  const head = `${mailStart}${escapeText(from)}" kind="${mailKind}"${request}>`;
  return `${head}\n${escapeText(cleanText(text))}\n</mail>`;
}
