/** So many ends within such a time, in milliseconds, are a loop. */
const most = 2;
const withinMs = 60_000;

/** Whether a page that is gone is opened again by itself. Takes and answers the times of its ends. */
export function afterCrash(
  crashes: readonly number[],
  now: number,
): { readonly crashes: readonly number[]; readonly isReopened: boolean } {
  const recent = [...crashes.filter((at) => now - at < withinMs), now];
  return { crashes: recent, isReopened: recent.length <= most };
}
