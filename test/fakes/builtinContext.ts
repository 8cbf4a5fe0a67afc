import type { ToolView } from '../../src/shared/chat.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import type { BuiltinContext } from '../../src/main/tools/builtin/builtinTool.ts';
import { SeenFiles } from '../../src/main/tools/workspace/seenFiles.ts';
import { openWorkspace } from '../../src/main/tools/workspace/workspace.ts';

type Options = Partial<BuiltinContext> & { readonly folder?: string };

/** What a built-in tool gets in a test; `views` has everything that it showed. */
export function builtinContext({ folder, ...more }: Options = {}) {
  const views: ToolView[] = [];
  const context: BuiltinContext = {
    itemId: 'i1',
    left: new AbortController().signal,
    signal: new AbortController().signal,
    toolsOf: () => [],
    conversationId: 'c1',
    workspace: async () => {
      if (folder !== undefined) return openWorkspace(folder);
      throw new AppFailure({ code: 'workspace/none', message: 'No folder.' });
    },
    given: async () => undefined,
    mayRead: () => true,
    seen: new SeenFiles(),
    onView: (view) => views.push(view),
    ...more,
  };
  return { ...context, views };
}
