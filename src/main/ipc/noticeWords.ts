/** What the system's notifications say: who and how many, never what. */
export type NoticeWords = {
  readonly messages: (count: number) => string;
  /** `who` is a server, or Patchbay for a tool of its own. */
  readonly prompt: (who: string) => string;
  readonly prompts: (count: number) => string;
};

const english: NoticeWords = {
  messages: (count) => (count === 1 ? '1 new message' : `${count} new messages`),
  prompt: (who) => `A tool of ${who} waits for your answer`,
  prompts: (count) => `${count} tools wait for your answer`,
};

const words: ReadonlyMap<string, NoticeWords> = new Map([
  ['en', english],
  [
    'zh',
    {
      messages: (count) => `${count} 条新消息`,
      prompt: (who) => `${who} 的工具正在等待您的答复`,
      prompts: (count) => `${count} 个工具正在等待您的答复`,
    },
  ],
  [
    'ja',
    {
      messages: (count) => `新着メッセージ ${count} 件`,
      prompt: (who) => `${who} のツールが回答を待っています`,
      prompts: (count) => `${count} 個のツールが回答を待っています`,
    },
  ],
]);

/** In a language such as `en`; in English where there are no words in it. */
export function noticeWords(language: string): NoticeWords {
  return words.get(language) ?? english;
}
