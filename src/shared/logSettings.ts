import { z } from 'zod';

/** What settings.json says about how much of the log is kept: what passes either goes, oldest first. */
export const logFields = {
  logKeepDays: z.number().int().min(1).max(100_000),
  logKeepMegabytes: z.number().int().min(10).max(1_000_000),
};
export type LogField = keyof typeof logFields;

/** What holds where the settings say nothing. */
export const usualLog: Readonly<Record<LogField, number>> = {
  logKeepDays: 30,
  logKeepMegabytes: 500,
};
