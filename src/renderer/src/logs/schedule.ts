/** Runs something before a paint soon, after a rest in milliseconds; answers how to call it off. */
export type Schedule = (run: () => void, restMs: number) => () => void;

export const beforePaint: Schedule = (run, rest) => {
  let frame = 0;
  const timer = setTimeout(() => (frame = requestAnimationFrame(run)), rest);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
};
