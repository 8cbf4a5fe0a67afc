import type { DemoRequest } from './demoRequest.ts';

export type DemoLanguage = 'en' | 'zh' | 'ja';

/** A kind of tool the demo model looks for by name, and the server it expects it on. */
export type DemoTask = 'search' | 'version' | 'trigger' | 'status';

/** What the keywords of a message come to. */
export type DemoIntent = {
  readonly language: DemoLanguage;
  /** Servers to connect first. */
  readonly connect: readonly string[];
  readonly tasks: readonly DemoTask[];
  /** Calls the user spelt out: `use NAME {json}`. */
  readonly exact: readonly { readonly name: string; readonly json: string }[];
  readonly listTools: boolean;
  /** What to search for. */
  readonly query: string;
  /** Text to say as it is, instead of all else. */
  readonly write?: DemoWriting | undefined;
};

export type DemoWriting =
  | { readonly kind: 'characters' | 'words'; readonly count: number }
  | { readonly kind: 'echo'; readonly text: string }
  | { readonly kind: 'sample' };

const connectWords = /\bconnect|连接|連接|接続|つな/i;
const bothWords = /\bboth\b|\ball (?:the )?(?:mcp )?servers|两个|兩個|所有|全部|両方|すべて|全て/i;
const toolListWords =
  /\b(?:what|which|list|show)\b.{0,40}\btools?\b|\btools?\b.{0,20}\bavailable|(?:哪些|什么|可用).{0,6}工具|工具.{0,8}(?:哪些|可用|列表)|(?:どんな|どの|何の|利用できる|使える).{0,8}ツール|ツール.{0,10}(?:一覧|使え|利用|何)/i;

const taskWords: readonly (readonly [DemoTask, RegExp])[] = [
  ['search', /\bsearch|\blook up\b|\bfind\b|搜索|搜寻|搜一|查找|検索|探し/i],
  ['version', /\bversion|版本|バージョン/i],
  ['status', /\bstatus\b|状态|狀態|状況|ステータス/i],
  [
    'trigger',
    /\btrigger|\broll ?out\b|\bdeploy\b(?!['"`]?\s+(?:mcp\s+)?server)|触发|觸發|部署(?!\s*(?:mcp\s*)?服务器)|デプロイ(?!\s*(?:mcp\s*)?サーバ)|トリガー/i,
  ],
];

const aliases: readonly (readonly [string, RegExp])[] = [
  ['docs', /\bdocs?\b|文档|ドキュメント/i],
  ['deploy', /\bdeploy\b|部署(?:\s*mcp)?\s*服务器|デプロイ(?:\s*mcp)?\s*サーバ/i],
];

/** The two that "both servers" means, when they are there. */
const pair = ['docs', 'deploy'];

/** Reads a message by keywords, in English, Chinese and Japanese. */
export function demoIntent({ text, servers, tools }: DemoRequest): DemoIntent {
  const exact = spelledCalls(text, new Set(tools.map((tool) => tool.name)));
  const wantsConnection = connectWords.test(text);
  const found = taskWords.filter(([, words]) => words.test(text)).map(([task]) => task);
  return {
    language: languageOf(text),
    connect: wantsConnection ? namedServers(text, servers) : [],
    tasks: exact.length > 0 ? [] : found,
    exact,
    listTools: toolListWords.test(text),
    query: queryIn(text),
    write: exact.length > 0 || wantsConnection ? undefined : writingIn(text),
  };
}

function languageOf(text: string): DemoLanguage {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  return /[\u4e00-\u9fff]/.test(text) ? 'zh' : 'en';
}

function namedServers(text: string, servers: readonly string[]): readonly string[] {
  const named = servers.filter((name) => isNamed(text, name));
  if (named.length > 0) return named;
  if (bothWords.test(text)) {
    const known = pair.filter((name) => servers.includes(name));
    return known.length === pair.length ? known : servers;
  }
  const asked = /\bconnect(?:\s+to)?\s+(?:the\s+)?['"`]?([\w.-]+)/i.exec(text)?.[1];
  return asked === undefined ? [] : [asked];
}

function isNamed(text: string, name: string): boolean {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, 'i').test(text)) return true;
  return aliases.some(([alias, words]) => alias === name && words.test(text));
}

/** Every `use NAME {json}`; the JSON goes to the tool as it is written, right or wrong. */
function spelledCalls(text: string, tools: ReadonlySet<string>) {
  return text
    .split(/\buse\s+(?=[\w-]+)/i)
    .slice(1)
    .flatMap((part) => {
      const [, name = '', rest = ''] = /^([\w-]+)\s*([\s\S]*)$/.exec(part) ?? [];
      const isMeant = tools.has(name) || name.includes('__') || rest.startsWith('{');
      const end = rest.lastIndexOf('}');
      const json = rest.startsWith('{') ? rest.slice(0, end === -1 ? undefined : end + 1) : '{}';
      return isMeant ? [{ name, json }] : [];
    });
}

function queryIn(text: string): string {
  const said =
    /\bsearch\b.*?\bfor\s+(.+)/i.exec(text)?.[1] ??
    /\b(?:look up|find)\s+(.+)/i.exec(text)?.[1] ??
    /(?:搜索|查找)(?:一下|一些)?\s*(.+)/.exec(text)?.[1] ??
    /(?:^|[て、。\s])([^て、。\s]+)を(?:検索|探)/.exec(text)?.[1] ??
    '';
  const query = said.replace(/["“”「」]|[.?!。？！]+$/g, '').trim();
  return query === '' || /^(?:some|any)thing|^(?:内容|东西|什么|何か|なにか)/i.test(query)
    ? 'tools'
    : query;
}

function writingIn(text: string): DemoWriting | undefined {
  const characters = /\b(?:of|with)\s+([\d_, ]+)\s*characters/i.exec(text)?.[1];
  if (characters !== undefined)
    return { kind: 'characters', count: countOf(characters, 1_000_000) };
  const words = /\bsay\s+([\d_,]+)\s+words/i.exec(text)?.[1];
  if (words !== undefined) return { kind: 'words', count: countOf(words, 100_000) };
  const echo = /^\s*(?:say|repeat)\s*:\s*([\s\S]+)$/i.exec(text)?.[1];
  if (echo !== undefined) return { kind: 'echo', text: echo };
  const isSample = /\bshow\b.{0,20}\b(?:code|table|markdown)\b|\blong answer\b/i.test(text);
  return isSample ? { kind: 'sample' } : undefined;
}

function countOf(digits: string, most: number): number {
  return Math.min(most, Number(digits.replace(/\D/g, '')) || 1);
}
