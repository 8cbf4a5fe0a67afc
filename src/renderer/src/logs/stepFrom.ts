/**
 * The index a key moves to in a list of `length`, from `index` (-1 while none is chosen: then the
 * last one comes first); undefined for keys that do not move. `page` is how many fit on a screen.
 */
export function stepFrom(
  key: string,
  index: number,
  length: number,
  page: number,
): number | undefined {
  if (length === 0) return undefined;
  const last = length - 1;
  const step = (by: number): number => (index < 0 ? last : Math.min(last, Math.max(0, index + by)));
  switch (key) {
    case 'j':
    case 'J':
    case 'ArrowDown':
      return step(1);
    case 'k':
    case 'K':
    case 'ArrowUp':
      return step(-1);
    case 'PageDown':
      return step(page);
    case 'PageUp':
      return step(-page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
