import { usualNotices } from '../../../shared/notices.ts';
import type { Settings } from '../../config/parseSettings.ts';
import type { NoticePorts } from './notices.ts';
import { Notices } from './notices.ts';
import { noticeWords } from './noticeWords.ts';
import type { NoticeWords } from './noticeWords.ts';
import type { Push } from '../push.ts';

export type AppNotices = {
  readonly notices: Notices;
  /** In the language of the window. */
  readonly words: () => NoticeWords;
};

/** The system's notifications, as the settings want them. */
export function openNotices(from: {
  readonly notices: NoticePorts;
  readonly settings: { readonly settings: Settings };
  /** Of the system. */
  readonly language: string;
  readonly push: Push;
}): AppNotices {
  const { settings, language, push } = from;
  const notices = new Notices({
    ...from.notices,
    isOn: () => settings.settings.notifications ?? usualNotices.notifications,
    showConversation: (conversationId) =>
      push.news('place.asked', { view: 'chat', conversationId }),
  });
  return { notices, words: () => noticeWords(settings.settings.language ?? language) };
}
