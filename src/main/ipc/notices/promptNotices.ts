import { tryConversation } from '../../../shared/permission.ts';
import type { OpenPrompt } from '../../permissions/prompts.ts';
import type { Notice } from './notices.ts';
import type { AppNotices } from './openNotices.ts';

/** Tells of permission prompts while they are open: all by one notification. */
export function promptNotices({ notices, words }: AppNotices): (prompt: OpenPrompt) => () => void {
  const open = new Set<OpenPrompt>();
  const read = (): Notice | undefined => {
    const [oldest] = open;
    if (oldest === undefined) return undefined;
    const { server, conversationId } = oldest;
    const who = server === '' ? 'Patchbay' : server;
    return {
      title: 'Patchbay',
      body: open.size === 1 ? words().prompt(who) : words().prompts(open.size),
      // A tool that is tried has no conversation: its form is on screen.
      conversation: conversationId === tryConversation ? undefined : conversationId,
    };
  };
  return (prompt) => {
    open.add(prompt);
    notices.changed('prompts', read);
    return () => {
      open.delete(prompt);
      notices.changed('prompts', read);
    };
  };
}
