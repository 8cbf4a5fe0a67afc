import type { Question } from '../../../shared/question.ts';
import type { Notice } from './notices.ts';
import type { AppNotices } from './openNotices.ts';

export type AskedQuestions = {
  /** Oldest first. */
  readonly list: () => readonly Question[];
  readonly onChange: (listener: () => void) => () => void;
};

/** Tells of what servers ask while it is open: all by one notification, which leads to the oldest. */
export function questionNotices({ notices, words }: AppNotices, questions: AskedQuestions): void {
  const read = (): Notice | undefined => {
    const { length, 0: oldest } = questions.list();
    if (oldest === undefined) return undefined;
    const body = length === 1 ? words().question(oldest.server) : words().questions(length);
    return { title: 'Patchbay', body, conversation: oldest.conversationId };
  };
  questions.onChange(() => notices.changed('questions', read));
}
