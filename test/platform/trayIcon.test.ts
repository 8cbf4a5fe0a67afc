import { expect, it } from 'vitest';
import { trayIcon } from '../../src/main/platform/trayIcon.ts';

const kinds = ['fine', 'waits', 'failed'] as const;
/** The alpha of each pixel. */
const shape = (kind: (typeof kinds)[number], size: number, isTemplate: boolean) =>
  trayIcon(kind, size, isTemplate).filter((_byte, index) => index % 4 === 3);

it.each([16, 32, 64])('tells its states apart by shape alone at %d pixels', (size) => {
  for (const kind of kinds) {
    expect(trayIcon(kind, size, false)).toHaveLength(size * size * 4);
    expect(shape(kind, size, true)).toEqual(shape(kind, size, false));
    for (const other of kinds) {
      if (other === kind) continue;
      const [one, two] = [shape(kind, size, true), shape(other, size, true)];
      const differing = one.filter((alpha, index) => Math.abs(alpha - (two[index] ?? 0)) > 128);
      // A badge takes about a tenth of it.
      expect(differing.length / (size * size)).toBeGreaterThan(0.03);
    }
  }
});

it('is black where the system colours it, and never more than its alpha elsewhere', () => {
  const template = trayIcon('waits', 32, true);
  expect(template.some((byte, index) => index % 4 !== 3 && byte > 0)).toBe(false);
  const coloured = trayIcon('waits', 32, false);
  expect(coloured.every((byte, index) => byte <= (coloured[index - (index % 4) + 3] ?? 0))).toBe(
    true,
  );
});
