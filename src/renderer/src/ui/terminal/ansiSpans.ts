import Anser from 'anser';

export type AnsiSpan = {
  readonly text: string;
  /** Classes of ansi.css; undefined for plain text. */
  readonly tone: string | undefined;
};

const hues = ['red', 'yellow', 'green', 'cyan', 'blue', 'magenta'] as const;
const styles = new Map([
  ['bold', 'a-bold'],
  ['dim', 'a-dim'],
  ['italic', 'a-italic'],
  ['underline', 'a-underline'],
  ['strikethrough', 'a-strike'],
]);

/**
 * The stretches of a text whose only escapes are colours (SGR, ECMA-48 8.3.117). Every colour, of
 * the 256 and the 16 million as well, becomes the nearest of the 16 that are readable on our
 * backgrounds; on a background of its own, text keeps the usual colour. Nothing is hidden.
 */
export function ansiSpans(text: string): readonly AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  for (const { content, fg, bg, decorations } of Anser.ansiToJson(withSemicolons(text))) {
    if (content === '') continue;
    const tone = toneOf(fg, bg, decorations);
    const last = spans.at(-1);
    if (last && last.tone === tone) spans[spans.length - 1] = { text: last.text + content, tone };
    else spans.push({ text: content, tone });
  }
  return spans;
}

type Colour = string | null;

function toneOf(fg: Colour, bg: Colour, decorations: readonly string[]): string | undefined {
  const tones = new Set<string>();
  if (bg !== null) tones.add(`a-on-${nearest(bg)}`);
  else if (fg !== null) tones.add(`a-${nearest(fg)}`);
  for (const name of decorations) {
    const style = styles.get(name);
    if (style !== undefined) tones.add(style);
  }
  return tones.size === 0 ? undefined : [...tones].join(' ');
}

/** The nearest of the 16 colours to one such as `255, 85, 85`. */
export function nearest(colour: string): string {
  const [r = 0, g = 0, b = 0] = colour.split(',').map(Number);
  const most = Math.max(r, g, b);
  const spread = most - Math.min(r, g, b);
  if (spread < 32) {
    if (most < 48) return 'black';
    if (most < 144) return 'bright-black';
    return most < 240 ? 'white' : 'bright-white';
  }
  const turn =
    most === r ? (g - b) / spread : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  const hue = hues[(Math.round(turn) + 6) % 6] ?? 'red';
  return most > 230 ? `bright-${hue}` : hue;
}

/**
 * Colours with sub-parameters (ITU-T T.416, 13.1.8), such as `38:2::255:0:0` and `4:3`, as the same
 * ones with semicolons.
 */
function withSemicolons(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/\x1b\[([\d;:]*)m/g, (_all, all: string) => {
    const numbers = all.split(';').map((one) => {
      const [kind = '', mode = '', ...rest] = one.split(':');
      if ((kind === '38' || kind === '48') && mode === '2') {
        return [kind, mode, ...rest.slice(-3)].join(';');
      }
      if ((kind === '38' || kind === '48') && mode === '5') return [kind, mode, rest[0]].join(';');
      return kind;
    });
    return `\x1b[${numbers.join(';')}m`;
  });
}
