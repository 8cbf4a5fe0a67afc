/**
 * What each worker has for itself: the environment of a display, a session bus and a keyring. Comes
 * from `scripts/test.mjs` in `PATCHBAY_SEATS`; none when Vitest is run by hand.
 */
export function seats(): readonly Readonly<Record<string, string>>[] {
  return JSON.parse(process.env['PATCHBAY_SEATS'] ?? '[]') as Readonly<Record<string, string>>[];
}
