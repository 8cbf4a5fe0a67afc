import { createHash } from 'node:crypto';

/** What the browser is told at the end of its way. */
export type CallbackOutcome = 'done' | 'denied' | 'failed' | 'foreign';

type Words = { readonly title: string; readonly text: string };

const english: Readonly<Record<CallbackOutcome, Words>> = {
  done: {
    title: 'Back to Patchbay',
    text: 'Patchbay has its answer. You can close this page and go back to it.',
  },
  denied: {
    title: 'Nothing was allowed',
    text: 'Nothing has changed. You can close this page and go back to Patchbay.',
  },
  failed: {
    title: 'That did not work',
    text: 'Patchbay can’t use this answer. Go back to it: it says why.',
  },
  foreign: {
    title: 'Not what Patchbay waits for',
    text: 'This answer belongs to no sign-in under way. Go back to Patchbay, and start it there.',
  },
};

const words: ReadonlyMap<string, Readonly<Record<CallbackOutcome, Words>>> = new Map([
  ['en', english],
  [
    'zh',
    {
      done: {
        title: '请回到 Patchbay',
        text: 'Patchbay 已收到答复。你可以关闭此页面，回到 Patchbay。',
      },
      denied: { title: '未授予任何权限', text: '一切保持不变。你可以关闭此页面，回到 Patchbay。' },
      failed: { title: '没有成功', text: 'Patchbay 无法使用这个答复。请回到 Patchbay 查看原因。' },
      foreign: {
        title: '不是 Patchbay 在等待的答复',
        text: '这个答复不属于任何正在进行的登录。请回到 Patchbay，从那里开始登录。',
      },
    },
  ],
  [
    'ja',
    {
      done: {
        title: 'Patchbay に戻ってください',
        text: 'Patchbay は応答を受け取りました。このページを閉じて、Patchbay に戻れます。',
      },
      denied: {
        title: '何も許可されませんでした',
        text: '何も変わっていません。このページを閉じて、Patchbay に戻れます。',
      },
      failed: {
        title: 'うまくいきませんでした',
        text: 'Patchbay はこの応答を使えません。理由は Patchbay に表示されています。',
      },
      foreign: {
        title: 'Patchbay が待っている応答ではありません',
        text: 'この応答は、進行中のどのサインインのものでもありません。Patchbay からサインインを始めてください。',
      },
    },
  ],
]);

const style = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center}
main{max-width:28rem;padding:2rem;text-align:center}
h1{font-size:1.4rem;margin:0 0 .5rem}p{margin:0}`;

/**
 * The page of the loopback redirect, in `en`, `zh` or `ja` (a longer tag goes by its first part; any
 * other is `en`), with the headers that keep it from running, loading or telling anything.
 */
export function callbackPage(
  outcome: CallbackOutcome,
  language: string,
): { readonly html: string; readonly headers: Readonly<Record<string, string>> } {
  const tag = language.split('-')[0]?.toLowerCase() ?? '';
  const known = words.get(tag);
  const { title, text } = (known ?? english)[outcome];
  const html = `<!doctype html>
<html lang="${known ? tag : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
<main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main>
`;
  const styleHash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
