import type { CallOutcome } from '../../../shared/chat.ts';
import type { ToolAnnotations } from '../../../shared/server.ts';
import type { ToolOutcome } from '../../servers/serverTool.ts';
import type { ApiSchema } from '../inputSchema.ts';

/** What a built-in tool may use while it runs. */
export type BuiltinContext = {
  /** Aborted when the user stops the call or the turn. */
  readonly signal: AbortSignal;
  /** A server's tools as the model will see them from the next round on. */
  readonly toolsOf: (server: string) => readonly { readonly name: string; readonly mark: string }[];
};

export type BuiltinOutcome = ToolOutcome & {
  /** A few words for the card, such as "2 tools found". */
  readonly summary?: CallOutcome;
};

/** A tool that Patchbay itself has. A thrown AppFailure becomes the call's error. */
export type BuiltinTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ApiSchema;
  readonly annotations: ToolAnnotations;
  readonly permission: 'allow';
  /** `input` fits `inputSchema`. */
  run(input: Readonly<Record<string, unknown>>, context: BuiltinContext): Promise<BuiltinOutcome>;
};
