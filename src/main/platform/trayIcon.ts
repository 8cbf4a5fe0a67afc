/** What the icon says: by its shape, so that it can be told apart without colours too. */
export type TrayIconKind = 'fine' | 'waits' | 'failed';

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];

/** Middle tones, of at least 3:1 against a light bar and a dark one: nobody tells us which it is. */
const mark: Colour = [122, 134, 156];
const badges: Readonly<Record<TrayIconKind, Colour>> = {
  fine: mark,
  waits: [160, 104, 214],
  failed: [222, 82, 79],
};
const black: Colour = [0, 0, 0];

/**
 * The icon of `size` pixels each way as BGRA with premultiplied alpha, as Electron's bitmaps are. The
 * mark of Patchbay on its 16 px grid: two sockets and the cord between them; a disc stands beside it
 * for what waits, a cross for what failed. `isTemplate`: in black, for a system that colours it itself.
 */
export function trayIcon(kind: TrayIconKind, size: number, isTemplate: boolean): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  const scale = size / 16;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const at: Point = [(column + 0.5) / scale, (row + 0.5) / scale];
      /** How much of the pixel lies within that distance from a shape's middle line. */
      const within = (distance: number, half: number): number =>
        Math.min(1, Math.max(0, (half - distance) * scale + 0.5));
      const badge = kind === 'fine' ? 0 : within(badgeDistance(kind, at), 0);
      // A gap keeps the badge apart from the mark.
      const gap = kind === 'fine' ? 0 : within(badgeDistance(kind, at), 1.2);
      const line = within(markDistance(at), 0.85) * (1 - gap);
      const alpha = Math.max(badge, line);
      const colour = isTemplate ? black : badge >= line ? badges[kind] : mark;
      const [red, green, blue] = colour.map((part) => Math.round(part * alpha)) as [
        number,
        number,
        number,
      ];
      pixels.set([blue, green, red, Math.round(alpha * 255)], (row * size + column) * 4);
    }
  }
  return pixels;
}

const length = ([x, y]: Point, [a, b]: Point): number => Math.hypot(x - a, y - b);

/** From the middle of the mark's lines: two rings, and the cord as the curve of the icon `mark`. */
function markDistance(at: Point): number {
  const rings = Math.min(
    Math.abs(length(at, [3.9, 4.4]) - 2.2),
    Math.abs(length(at, [12.1, 4.4]) - 2.2),
  );
  return Math.min(rings, ...cord.map((point) => length(at, point)));
}

/** Points along the Bézier curve from one socket to the other. */
const cord: readonly Point[] = Array.from({ length: 65 }, (_, step) => {
  const t = step / 64;
  const [near, far] = [(1 - t) ** 3 + 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2 + t ** 3];
  const middle = 3 * (1 - t) * t;
  return [3.9 * near + 12.1 * far, 6.6 * (1 - middle) + 14.2 * middle];
});

/** Negative within the badge, at the lower right. */
function badgeDistance(kind: 'waits' | 'failed', at: Point): number {
  const middle: Point = [12, 12];
  if (kind === 'waits') return length(at, middle) - 3.4;
  const [x, y] = [Math.abs(at[0] - middle[0]), Math.abs(at[1] - middle[1])];
  // The nearest point of the arm from the middle to (2.5, 2.5).
  const along = Math.min(2.5, Math.max(0, (x + y) / 2));
  return Math.hypot(x - along, y - along) - 1.1;
}
