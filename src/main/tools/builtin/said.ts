import type { BuiltinOutcome } from './builtinTool.ts';

/** A tool's answer in words. */
export function said(text: string, summary?: BuiltinOutcome['summary']): BuiltinOutcome {
  return {
    content: [{ type: 'text', text }],
    isError: false,
    ...(summary !== undefined && { summary }),
  };
}

/** A tool's answer that it did not do what was asked, and why. */
export function refused(text: string): BuiltinOutcome {
  return { content: [{ type: 'text', text }], isError: true };
}
