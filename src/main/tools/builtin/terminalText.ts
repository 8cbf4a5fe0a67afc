import type { ToolView } from '../../../shared/chat.ts';

/** The output of a terminal view as one text, with a line that says what is left out. */
export function terminalText(view: Extract<ToolView, { kind: 'terminal' }>): string {
  const { head, skipped, tail } = view;
  return skipped === 0 ? head + tail : `${head}\n… ${skipped} characters left out …\n${tail}`;
}
