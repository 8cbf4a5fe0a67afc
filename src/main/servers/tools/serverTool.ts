import type { ToolAnnotations } from '../../../shared/server.ts';
import type { ToolNote } from '../../../shared/toolNote.ts';

/** A tool as a connected server listed it, checked for shape but not yet fit for a model. */
export type ServerTool = {
  readonly server: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema as sent; anything at all. */
  readonly inputSchema: unknown;
  readonly annotations: ToolAnnotations;
};

/** One block of an MCP CallToolResult (MCP schema, ContentBlock). `data` and `blob` are base64. */
export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly description?: string | undefined;
      readonly mimeType?: string | undefined;
    }
  | {
      readonly type: 'resource';
      readonly resource: {
        readonly uri: string;
        readonly mimeType?: string | undefined;
        readonly text?: string | undefined;
        readonly blob?: string | undefined;
      };
    }
  /** A kind this revision of the protocol does not know. */
  | { readonly type: 'unknown'; readonly value: unknown };

/** What a server answered to tools/call. */
export type ToolOutcome = {
  readonly content: readonly ToolContent[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
};

/** The place in a conversation that a call was made from. */
export type CallOrigin = { readonly conversationId: string; readonly itemId: string };

export type CallOptions = {
  /** Aborting cancels this call only, never the connection. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }) => void;
  /** Tells the log line of the request, once it is sent. */
  readonly onLogged?: (seq: number) => void;
  /** Where what the server asks meanwhile belongs. */
  readonly origin?: CallOrigin;
};

/** A tool that a server listed but that is not well-formed enough to be used. */
export type RefusedTool = {
  readonly server: string;
  readonly name: string;
  readonly reason: ToolNote;
};
