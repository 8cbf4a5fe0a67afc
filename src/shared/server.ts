import { z } from 'zod';
import type { AppError } from './errors.ts';

/** The key of an entry in `mcpServers`; shown as it is, so control characters are refused. */
export const ServerName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}\p{Cf}]+$/u, 'must not contain control characters');
export type ServerName = z.infer<typeof ServerName>;

/** One entry of `mcpServers`, in the form every MCP client writes. Times are milliseconds. */
export const ServerConfig = z.object({
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
  disabled: z.boolean().default(false),
  /** It may ask for the use of the model; each time the person is asked. */
  trusted: z.boolean().optional(),
  connectTimeoutMs: z.number().int().positive().optional(),
  toolTimeoutMs: z.number().int().positive().optional(),
});
export type ServerConfig = z.infer<typeof ServerConfig>;

/** `bundled` servers come with the app and wait to be asked; `user` ones start by themselves. */
export type ServerSource = 'bundled' | 'user';

/** Who asked for a start or a stop. */
export type AskedBy = 'you' | 'launch' | 'connect_mcp' | 'config' | 'retry' | 'quit';

export type ExitInfo = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly at: number;
};

/** Times are epoch milliseconds. Every state that is not fine says why in `cause`. */
export type ConnectionState =
  | { readonly kind: 'stopped'; readonly since: number; readonly by: AskedBy | 'never-started' }
  | { readonly kind: 'disabled'; readonly since: number }
  | { readonly kind: 'starting'; readonly since: number; readonly by: AskedBy }
  | { readonly kind: 'installing'; readonly since: number; readonly lastLine: string }
  | { readonly kind: 'connected'; readonly since: number; readonly tookMs: number }
  | {
      readonly kind: 'backoff';
      readonly since: number;
      readonly retryAt: number;
      readonly attempt: number;
      readonly cause: AppError;
    }
  | { readonly kind: 'failed'; readonly since: number; readonly cause: AppError }
  | { readonly kind: 'needs-auth'; readonly since: number; readonly cause: AppError }
  | { readonly kind: 'signing-in'; readonly since: number };
export type ConnectionStateKind = ConnectionState['kind'];

/** Annotations as the server stated them: hints from a party that may lie (MCP ToolAnnotations). */
export type ToolAnnotations = {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
};

/** What the schema gate did with a tool before the model may see it. */
export type ToolVerdict =
  | { readonly kind: 'as-is' }
  | { readonly kind: 'repaired'; readonly note: string }
  | { readonly kind: 'refused'; readonly reason: string };

export type ToolSummary = {
  /** The server's own name for it. */
  readonly name: string;
  /** `mcp__server__tool`, what the model sees; absent when refused. */
  readonly pooledName?: string | undefined;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly verdict: ToolVerdict;
  readonly inputSchema: unknown;
};

/** One row of the servers table: small, sent whole whenever something in it changed. */
export type ServerSummary = {
  readonly name: string;
  readonly source: ServerSource;
  readonly state: ConnectionState;
  readonly transport: 'stdio';
  readonly protocolVersion?: string | undefined;
  readonly toolCount: number;
  /** What it offers besides tools, as its capabilities say. */
  readonly hasResources: boolean;
  readonly hasPrompts: boolean;
  readonly callCount: number;
  readonly restartCount: number;
  readonly lastCall?: { readonly at: number; readonly tookMs: number } | undefined;
};

/** What the detail panel adds; asked for while it is open. Environment values never leave main. */
export type ServerDetail = {
  readonly name: string;
  readonly history: readonly { readonly at: number; readonly state: ConnectionState }[];
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environmentNames: readonly string[];
  readonly pid?: number | undefined;
  readonly lastExit?: ExitInfo | undefined;
  readonly serverInfo?: { readonly name: string; readonly version: string } | undefined;
  readonly instructions?: string | undefined;
  readonly connectTimeoutMs: number;
  readonly tools: readonly ToolSummary[];
  /** The entry as it stands in settings.json, for the edit form; absent for bundled servers. */
  readonly config?: ServerConfig | undefined;
};
