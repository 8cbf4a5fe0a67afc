import type { z } from 'zod';

/** A request from the renderer: a schema for what comes in, a type for what goes out. */
export type Request<I extends z.ZodType, O> = {
  readonly input: I;
  readonly output?: (value: O) => void;
};
export const request =
  <I extends z.ZodType>(input: I) =>
  <O>(): Request<I, O> => ({ input });
