import type { ToolView } from '../../../shared/chat.ts';
import { withoutColours } from '../../../shared/terminalColours.ts';

/** The output of a terminal view as one text without colours, with a line that says what is left out. */
export function terminalText(view: Extract<ToolView, { kind: 'terminal' }>): string {
  const { head, skipped, tail } = view;
  return withoutColours(
    skipped === 0 ? head + tail : `${head}\n… ${skipped} characters left out …\n${tail}`,
  );
}
