import { z } from 'zod';

/** Tokens of one model request, as the API counted them, and the model that answered. */
export const RoundUsage = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  model: z.string().optional(),
});
export type RoundUsage = z.infer<typeof RoundUsage>;
