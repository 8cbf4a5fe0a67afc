import { z } from 'zod';

/**
 * When a hook runs: before a person's message goes to the model, before a tool's call is decided
 * about, after it, and when an answer has come to its end.
 */
export const HookEvent = z.enum(['before-prompt', 'before-tool', 'after-tool', 'on-stop']);
export type HookEvent = z.infer<typeof HookEvent>;

/** A program that is run at an event, as a settings file names it. */
export type HookEntry = {
  readonly event: HookEvent;
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** Rules for the tools it is about, as permission rules are written; absent: all tools. */
  readonly tools?: readonly string[] | undefined;
  /** It is ended after so many milliseconds. */
  readonly limitMs: number;
};

/** A hook with the file that it stands in. `ignored`: such a file names no programs to run. */
export type HookView = HookEntry & {
  readonly layer: 'managed' | 'user' | 'project' | 'local';
  readonly file: string;
  readonly ignored: boolean;
};

/** What a hook says of a call before anyone is asked: `hook` is its command in words. */
export const HookSays = z.object({
  verdict: z.enum(['deny', 'ask']),
  hook: z.string(),
  reason: z.string(),
});
export type HookSays = z.infer<typeof HookSays>;
