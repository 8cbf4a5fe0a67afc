/**
 * Whether a regular expression that a server wrote can be run on a thread that must not stop:
 * those that can backtrack without end (groups that repeat, look-around, back references, more than
 * two repeats) are not.
 */
export function isBoundedPattern(pattern: string): boolean {
  const bare = pattern.replace(/\\[^1-9k]/g, '_').replace(/\[[^\]]*\]/g, '_');
  const repeats = bare.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  return !/\)[*+{]|\\[1-9k]|\(\?[=!<]/.test(bare) && repeats <= 2;
}
