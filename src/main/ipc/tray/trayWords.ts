/** What the tray says, in the language of the window. */
export type TrayWords = {
  readonly open: string;
  readonly newChat: string;
  readonly quit: string;
  readonly waits: string;
  readonly needs: string;
  /** A conversation that has no title yet. */
  readonly untitled: string;
  readonly approvals: string;
  readonly failed: string;
  readonly signIn: string;
  readonly connected: (connected: number, servers: number) => string;
  readonly waiting: (count: number) => string;
  /** Between two parts of a line. */
  readonly comma: string;
};

const english: TrayWords = {
  open: 'Open Patchbay',
  newChat: 'New chat',
  quit: 'Quit Patchbay',
  waits: 'Waits for you',
  needs: 'Servers that need something',
  untitled: 'New chat',
  approvals: 'Servers of this folder',
  failed: 'failed',
  signIn: 'sign in',
  connected: (connected, servers) =>
    `${connected} of ${servers} ${servers === 1 ? 'server' : 'servers'} connected`,
  waiting: (count) => `${count} waiting`,
  comma: ', ',
};

const words: ReadonlyMap<string, TrayWords> = new Map([
  ['en', english],
  [
    'zh',
    {
      open: '打开 Patchbay',
      newChat: '新对话',
      quit: '退出 Patchbay',
      waits: '等待您处理',
      needs: '需要处理的服务器',
      untitled: '新对话',
      approvals: '此文件夹的服务器',
      failed: '失败',
      signIn: '需要登录',
      connected: (connected, servers) => `已连接 ${connected}/${servers} 个服务器`,
      waiting: (count) => `${count} 项等待处理`,
      comma: '，',
    },
  ],
  [
    'ja',
    {
      open: 'Patchbay を開く',
      newChat: '新しいチャット',
      quit: 'Patchbay を終了',
      waits: '対応待ち',
      needs: '対応が必要なサーバー',
      untitled: '新しいチャット',
      approvals: 'このフォルダーのサーバー',
      failed: '失敗',
      signIn: 'サインインが必要',
      connected: (connected, servers) => `${servers} 個中 ${connected} 個のサーバーに接続済み`,
      waiting: (count) => `${count} 件が対応待ち`,
      comma: '、',
    },
  ],
]);

/** In a language such as `en`; in English where there are no words in it. */
export function trayWords(language: string): TrayWords {
  return words.get(language) ?? english;
}
