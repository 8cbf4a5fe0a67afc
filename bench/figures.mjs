/**
 * The value below which `percent` of the values lie (nearest rank).
 * @param {readonly number[]} values
 * @param {number} percent
 */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN;
}

/** The Electron binary that `npm run bench:NAME` has chosen. */
export function runtimePath() {
  const execPath = process.env['PATCHBAY_ELECTRON'];
  if (!execPath) throw new Error('Start this with `npm run bench:NAME`.');
  return execPath;
}
