import type { AskedPlace } from '../../../shared/notices.ts';
import { cutText } from '../../tools/codePoints.ts';
import type { ServerNeed, TrayState } from './trayState.ts';
import type { TrayWords } from './trayWords.ts';

/** What a person asks for by the menu; `window` is the window as it was left. */
export type TrayAsk =
  | { readonly kind: 'window' }
  | { readonly kind: 'place'; readonly place: AskedPlace }
  | { readonly kind: 'quit' };

export type TrayItem =
  | { readonly kind: 'action'; readonly label: string; readonly ask: TrayAsk }
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'line' };

/** Plain data, so that it can be told whether it has changed. */
export type TrayView = {
  readonly icon: TrayState['kind'];
  readonly tooltip: string;
  readonly items: readonly TrayItem[];
};

/** So many characters of a title fit a menu. */
const longestTitle = 48;

/** The tray in words. How it is stands in the menu too: many desktops show no tooltip. */
export function trayView(state: TrayState, words: TrayWords): TrayView {
  const { kind, connected, servers, waiting, waits, needs } = state;
  const how = [
    words.connected(connected, servers),
    ...(waiting > 0 ? [words.waiting(waiting)] : []),
  ];
  const text = how.join(words.comma);
  const group = (title: string, items: readonly TrayItem[]): readonly TrayItem[] =>
    items.length === 0 ? [] : [line, { kind: 'text', label: title }, ...items];
  return {
    icon: kind,
    tooltip: `Patchbay: ${text}`,
    items: [
      { kind: 'text', label: text },
      { kind: 'action', label: words.open, ask: { kind: 'window' } },
      action(words.newChat, { view: 'chat', conversationId: null }),
      ...group(
        words.waits,
        waits.map(({ place, title, count }) =>
          action(named(title || words.untitled, count), place),
        ),
      ),
      ...group(
        words.needs,
        needs.map((need) =>
          action(needText(need, words), { view: 'servers', server: need.server }),
        ),
      ),
      line,
      { kind: 'action', label: words.quit, ask: { kind: 'quit' } },
    ],
  };
}

const line: TrayItem = { kind: 'line' };

const action = (label: string, place: AskedPlace): TrayItem => ({
  kind: 'action',
  label,
  ask: { kind: 'place', place },
});

const named = (title: string, count: number): string => {
  const cut = cutText(title, longestTitle);
  return count === 1 ? cut : `${cut} (${count})`;
};

const needText = ({ server, kind }: ServerNeed, words: TrayWords): string =>
  `${server}: ${kind === 'failed' ? words.failed : words.signIn}`;
