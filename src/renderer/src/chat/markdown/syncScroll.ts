/** The parts of one fence scroll sideways together, as if they were one. */
export function syncScroll(moved: HTMLElement): void {
  const { fence } = moved.dataset;
  if (fence === undefined) return;
  for (const part of document.querySelectorAll<HTMLElement>(
    `[data-fence="${CSS.escape(fence)}"]`,
  )) {
    if (part !== moved && part.scrollLeft !== moved.scrollLeft) part.scrollLeft = moved.scrollLeft;
  }
}
