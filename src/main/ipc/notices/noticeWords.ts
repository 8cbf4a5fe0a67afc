/** What the system's notifications say: who and how many, never what. */
export type NoticeWords = {
  readonly messages: (count: number) => string;
  /** `who` is a server, or Patchbay for a tool of its own. */
  readonly prompt: (who: string) => string;
  readonly prompts: (count: number) => string;
  readonly question: (server: string) => string;
  readonly questions: (count: number) => string;
  /** How long it took, in milliseconds. */
  readonly turnEnded: (tookMs: number) => string;
  readonly turnFailed: string;
};

/** In seconds up to a minute and a half, then in minutes. */
function duration(ms: number, second: string, minute: string): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 90 ? `${seconds} ${second}` : `${Math.round(seconds / 60)} ${minute}`;
}

const english: NoticeWords = {
  messages: (count) => (count === 1 ? '1 new message' : `${count} new messages`),
  prompt: (who) => `A tool of ${who} waits for your answer`,
  prompts: (count) => `${count} tools wait for your answer`,
  question: (server) => `${server} asks you something`,
  questions: (count) => `Servers ask you ${count} things`,
  turnEnded: (tookMs) => `An answer is ready after ${duration(tookMs, 's', 'min')}`,
  turnFailed: 'An answer ended with an error',
};

const words: ReadonlyMap<string, NoticeWords> = new Map([
  ['en', english],
  [
    'zh',
    {
      messages: (count) => `${count} 条新消息`,
      prompt: (who) => `${who} 的工具正在等待您的答复`,
      prompts: (count) => `${count} 个工具正在等待您的答复`,
      question: (server) => `${server} 有问题需要您答复`,
      questions: (count) => `服务器有 ${count} 个问题需要您答复`,
      turnEnded: (tookMs) => `回答已完成，用时 ${duration(tookMs, '秒', '分钟')}`,
      turnFailed: '回答因出错而结束',
    },
  ],
  [
    'ja',
    {
      messages: (count) => `新着メッセージ ${count} 件`,
      prompt: (who) => `${who} のツールが回答を待っています`,
      prompts: (count) => `${count} 個のツールが回答を待っています`,
      question: (server) => `${server} から質問があります`,
      questions: (count) => `サーバーから ${count} 件の質問があります`,
      turnEnded: (tookMs) => `回答が完了しました（${duration(tookMs, '秒', '分')}）`,
      turnFailed: '回答がエラーで終了しました',
    },
  ],
]);

/** In a language such as `en`; in English where there are no words in it. */
export function noticeWords(language: string): NoticeWords {
  return words.get(language) ?? english;
}
