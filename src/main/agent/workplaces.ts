import { AppFailure } from '../../shared/errors.ts';
import type { BuiltinContext } from '../tools/builtin/builtinTool.ts';
import { SeenFiles } from '../tools/workspace/seenFiles.ts';
import { openWorkspace } from '../tools/workspace/workspace.ts';

/** Where the built-in tools of each conversation work, and what it has seen of the files there. */
export class Workplaces {
  readonly #seen = new Map<string, SeenFiles>();

  constructor(private readonly folderOf: (conversationId: string) => string | undefined) {}

  /** The folder as it was chosen, whether it is there or not. */
  folder(conversationId: string): string | undefined {
    return this.folderOf(conversationId);
  }

  of(conversationId: string): Pick<BuiltinContext, 'workspace' | 'seen'> {
    const seen = this.#seen.get(conversationId) ?? new SeenFiles();
    this.#seen.set(conversationId, seen);
    return {
      seen,
      workspace: async () => {
        const folder = this.folderOf(conversationId);
        if (folder !== undefined) return openWorkspace(folder);
        throw new AppFailure({
          code: 'workspace/none',
          message: 'This conversation has no workspace folder. The user can choose one.',
        });
      },
    };
  }
}
