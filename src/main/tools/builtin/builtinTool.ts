import type { CallOutcome, ResultPart, ToolView } from '../../../shared/chat.ts';
import type { ToolAnnotations } from '../../../shared/server.ts';
import type { ToolOutcome } from '../../servers/tools/serverTool.ts';
import type { ApiSchema } from '../schema/inputSchema.ts';
import type { Workspace, WorkspacePath } from '../workspace/workspace.ts';
import type { SeenFiles } from '../workspace/seenFiles.ts';

/** What a built-in tool may use while it runs. */
export type BuiltinContext = {
  /** The call. */
  readonly itemId: string;
  /** Aborted when the user stops the call or the turn. */
  readonly signal: AbortSignal;
  /** A server's tools as the model will see them from the next round on. */
  readonly toolsOf: (server: string) => readonly { readonly name: string; readonly mark: string }[];
  /** The conversation, or the teammate, that calls. */
  readonly conversationId: string;
  /** Throws `workspace/none` when the conversation has no folder, `workspace/gone` when it is gone. */
  readonly workspace: () => Promise<Workspace>;
  /** A file outside the workspace that this conversation may read; undefined for all others. */
  readonly given: (path: string) => Promise<WorkspacePath | undefined>;
  /** Whether read_file would be let read a path of the workspace without asking. */
  readonly mayRead: (path: string) => boolean;
  /** What this conversation knows of files. */
  readonly seen: SeenFiles;
  /** Shows on the card how far it is; as often as it likes. */
  readonly onView: (view: ToolView) => void;
  /** Aborted when the call goes on in the background: no one waits for it any more. */
  readonly left: AbortSignal;
};

export type BuiltinOutcome = ToolOutcome & {
  /** A few words for the card, such as "2 tools found". */
  readonly summary?: CallOutcome;
  /** Parts that are what they are already, after the content. */
  readonly parts?: readonly ResultPart[];
  /** Names of tools that it found and that are to be in every later request. */
  readonly loaded?: readonly string[];
};

/** What patterns of permission rules are held against; a path is relative to the workspace, with `/`. */
export type CallSubject = { readonly kind: 'command' | 'path' | 'name'; readonly value: string };

/** A call that has been looked at and has changed nothing yet. */
export type PlannedRun = {
  /** What it would do, for the question and the card. */
  readonly view: ToolView;
  run(): Promise<BuiltinOutcome>;
};

type Input = Readonly<Record<string, unknown>>;

/**
 * A tool that Patchbay itself has. A thrown AppFailure becomes the call's error. `input` fits
 * `inputSchema`.
 */
export type BuiltinTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ApiSchema;
  readonly annotations: ToolAnnotations;
  /** Whether a person is asked where no rule says anything. */
  readonly permission: 'allow' | 'ask';
  /** It is there only for conversations that have a folder. */
  readonly needsWorkspace?: boolean;
  /** A call of it may go on in the background. */
  readonly mayGoOn?: boolean;
  /** How it is offered to agents that wait for every call; absent: as to others. */
  readonly toWaitFor?: Pick<BuiltinTool, 'description' | 'inputSchema'>;
  /** What the call is about, before anyone is asked. */
  subject?(input: Input, context: BuiltinContext): CallSubject | Promise<CallSubject>;
  /** Looks at what the call would do, before anyone is asked; then its `run` runs, not the tool's. */
  plan?(input: Input, context: BuiltinContext): Promise<PlannedRun>;
  run(input: Input, context: BuiltinContext): Promise<BuiltinOutcome>;
};

/** A tool as it is for agents that wait for every call: nothing of theirs goes on in the background. */
export function toWaitFor(tool: BuiltinTool): BuiltinTool {
  return { ...tool, ...tool.toWaitFor };
}
