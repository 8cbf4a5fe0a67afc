import type { DemoLanguage } from './demoIntent.ts';

/** The demo model's sentences. `{}` is filled in. */
export type DemoWords = {
  readonly footer: string;
  readonly pushed: string;
  readonly connecting: string;
  readonly calling: string;
  readonly thinking: string;
  readonly connected: string;
  readonly answered: string;
  readonly failed: string;
  readonly refused: string;
  readonly stopped: string;
  readonly empty: string;
  readonly tools: string;
  readonly noTools: string;
  readonly noTool: string;
  readonly attached: string;
  readonly fallback: string;
};

export const demoWords: Readonly<Record<DemoLanguage, DemoWords>> = {
  en: {
    footer:
      'I am the demo model: I follow fixed rules and only know the words in your message. Add an API key in Settings to talk to a real one.',
    pushed:
      'Something came in by itself; it stands above. A real model would judge what it means for you.',
    connecting: 'I’ll connect to {}.',
    calling: 'I’ll call {}.',
    thinking: 'The message asks for this, by its keywords: {}.',
    connected: 'Connecting to {}:',
    answered: '{} answered:',
    failed: '{} failed:',
    refused: 'You refused {}, so it did not run.',
    stopped: '{} was stopped before it had an answer.',
    empty: '(no text)',
    tools: 'These tools are available now:',
    noTools: 'No tools are available.',
    noTool: 'No connected server has a tool for that.',
    attached:
      'What you attached came with your message, but I cannot look into it. A real model reads images, PDF and text.',
    fallback: `I can show how Patchbay works. Try one of these:

- Connect to the docs MCP server and search for something
- Connect to the deploy server and trigger a deployment
- Connect both servers — what tools are now available?
- \`use TOOL {"argument": "value"}\` calls any tool`,
  },
  zh: {
    footer:
      '我是演示模型：只按固定规则运行，只认识消息里的关键词。在设置中添加 API 密钥即可使用真正的模型。',
    pushed: '收到了一条新消息，显示在上面。真正的模型会判断它对你意味着什么。',
    connecting: '我来连接 {}。',
    calling: '我来调用 {}。',
    thinking: '按关键词，这条消息要求：{}。',
    connected: '连接 {}：',
    answered: '{} 的结果：',
    failed: '{} 失败：',
    refused: '你拒绝了 {}，所以它没有运行。',
    stopped: '{} 在得到结果之前被停止了。',
    empty: '（没有文本）',
    tools: '现在可用的工具：',
    noTools: '没有可用的工具。',
    noTool: '已连接的服务器都没有对应的工具。',
    attached: '你的附件已随消息收到，但我无法查看其内容。真正的模型可以阅读图片、PDF 和文本。',
    fallback: `我可以演示 Patchbay 的用法。试试这些：

- 连接 docs 服务器并搜索一些内容
- 连接 deploy 服务器并触发一次部署
- 连接两个服务器，现在有哪些工具可用？
- \`use TOOL {"argument": "value"}\` 可以调用任意工具`,
  },
  ja: {
    footer:
      '私はデモモデルです。決まった規則で動き、メッセージのキーワードしか分かりません。本物のモデルを使うには、設定で API キーを追加してください。',
    pushed: '届いた知らせが上にあります。本物のモデルなら、それが何を意味するかを判断します。',
    connecting: '{} に接続します。',
    calling: '{} を呼び出します。',
    thinking: 'キーワードによると、このメッセージの要求は：{}。',
    connected: '{} への接続：',
    answered: '{} の結果：',
    failed: '{} は失敗しました：',
    refused: '{} は拒否されたので、実行されませんでした。',
    stopped: '{} は結果が出る前に停止されました。',
    empty: '（テキストなし）',
    tools: '今使えるツール：',
    noTools: '使えるツールはありません。',
    noTool: '接続済みのサーバーに、そのためのツールはありません。',
    attached:
      '添付はメッセージと一緒に届きましたが、私は中身を見られません。本物のモデルなら画像、PDF、テキストを読めます。',
    fallback: `Patchbay の使い方をお見せできます。例えば：

- docs サーバーに接続して何かを検索して
- deploy サーバーに接続してデプロイをトリガーして
- 両方のサーバーに接続して、今使えるツールは何？
- \`use TOOL {"argument": "value"}\` で任意のツールを呼び出せます`,
  },
};

/** Fills the `{}` of a sentence. */
export function fill(sentence: string, value: string): string {
  return sentence.replace('{}', () => value);
}
