const steps = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];

/** The next step from a scale, larger or smaller; the last one stays. */
export function zoomed(scale: number, direction: 1 | -1): number {
  const further = direction === 1 ? steps : [...steps].reverse();
  const isBeyond = (step: number) => (step - scale) * direction > 0.001;
  return further.find(isBeyond) ?? scale;
}
