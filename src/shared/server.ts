import { z } from 'zod';
import { OAuthConfig } from './auth.ts';
import type { Layer, ServerOrigin } from './config.ts';
import type { AppError } from './errors.ts';
import type { DefinitionChange } from './permission.ts';
import type { ToolNote } from './toolNote.ts';

/** The key of an entry in `mcpServers`; shown as it is, so control characters are refused. */
export const ServerName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]+$/u, 'must not contain control characters');
export type ServerName = z.infer<typeof ServerName>;

export const TransportKind = z.enum(['stdio', 'http', 'sse', 'ws', 'sse-ide', 'sdk']);
export type TransportKind = z.infer<typeof TransportKind>;

const common = {
  disabled: z.boolean().default(false),
  /** It may ask for the use of the model; each time the person is asked. */
  trusted: z.boolean().optional(),
  /** False: it is not told the workspace folder, so that it keeps to the folders of its arguments. */
  roots: z.boolean().optional(),
  connectTimeoutMs: z.number().int().positive().optional(),
  toolTimeoutMs: z.number().int().positive().optional(),
  /** A call without any sign of life for so long is ended; 0 for never. */
  idleTimeoutMs: z.number().int().nonnegative().optional(),
  /** A connection that is quiet for so long is asked whether it works; 0 for never. */
  healthCheckMs: z.number().int().nonnegative().optional(),
};
const values = z.record(z.string(), z.string()).default({});
/** Null stands for the value in the file, which the window never sees. */
const keptValues = z.record(z.string(), z.string().nullable()).default({});
/** With a `${…}` in it, it is an address only once that is filled in. */
const address = (protocol: RegExp, error: string) =>
  z.union([z.string().regex(/\$\{[^{}]+\}/), z.url({ protocol })], error);
const httpUrl = address(/^https?$/, 'must be an http or https address');
const wsUrl = address(/^wss?$/, 'must be a ws or wss address');

const stdio = z.object({
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: values,
  cwd: z.string().optional(),
  ...common,
});
const http = z.object({
  type: z.literal('http').optional(),
  url: httpUrl,
  headers: values,
  oauth: OAuthConfig.optional(),
  /** A program and its arguments; it prints a JSON object of headers, which win over `headers`. */
  headersHelper: z.array(z.string().min(1)).min(1).max(100).optional(),
  ...common,
});
const sse = http.extend({ type: z.literal('sse') });
const ws = http.extend({ type: z.literal('ws'), url: wsUrl });
const sseIde = z.object({
  type: z.literal('sse-ide'),
  /** Found from the IDE's lock file when it is absent. */
  url: httpUrl.optional(),
  ideName: z.string().optional(),
  headers: values,
  ...common,
});
/** A server inside Patchbay, by the name it is registered under. */
const sdk = z.object({ type: z.literal('sdk'), name: z.string().min(1), ...common });

const shapes = { stdio, http, sse, ws, 'sse-ide': sseIde, sdk };
/** Every field that an entry of some kind may have and Patchbay knows. */
export const entryFields: ReadonlySet<string> = new Set(
  Object.values(shapes).flatMap((shape) => Object.keys(shape.shape)),
);
const editShapes = {
  stdio: stdio.extend({ env: keptValues }),
  http: http.extend({ headers: keptValues }),
  sse: sse.extend({ headers: keptValues }),
  ws: ws.extend({ headers: keptValues }),
  'sse-ide': sseIde.extend({ headers: keptValues }),
  sdk,
};

/** One entry of `mcpServers`, in the form every MCP client writes. Times are milliseconds. */
export const ServerConfig = entry(shapes);
export type ServerConfig = z.infer<(typeof shapes)[TransportKind]>;
export type StdioConfig = z.infer<typeof stdio>;
/** An entry for the window: a null in `env` or `headers` is a value that stays in the file. */
export const ServerEdit = entry(editShapes);
export type ServerEdit = z.infer<(typeof editShapes)[TransportKind]>;

/** The `type`, or what its absence means: a program where there is a command, else Streamable HTTP. */
export function transportOf(config: {
  readonly type?: TransportKind | undefined;
  readonly command?: unknown;
}): TransportKind {
  return config.type ?? ('command' in config ? 'stdio' : 'http');
}

/** Parses by the type that an entry is of, so that its faults are told by field. */
function entry<S extends Readonly<Record<TransportKind, z.ZodType>>>(by: S) {
  return z.unknown().transform((value, context): z.infer<S[TransportKind]> => {
    const kind = kindOf(value);
    if (kind.type === undefined) {
      const { path, message } = kind;
      context.issues.push({ code: 'custom', path, message, input: value });
      return z.NEVER;
    }
    const parsed = by[kind.type].safeParse(kind.entry);
    if (parsed.success) return parsed.data as z.infer<S[TransportKind]>;
    for (const { path, message } of parsed.error.issues) {
      context.issues.push({ code: 'custom', path: [...path], message, input: value });
    }
    return z.NEVER;
  });
}

/** Names that other clients give to Streamable HTTP. */
const httpNames: ReadonlySet<unknown> = new Set(['streamable-http', 'streamableHttp']);

function kindOf(
  value: unknown,
):
  | { readonly type: TransportKind; readonly entry: object }
  | { readonly type: undefined; readonly path: string[]; readonly message: string } {
  const wrong = (message: string, ...path: string[]) => ({ type: undefined, path, message });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrong('must be an object');
  }
  if ('command' in value && 'url' in value) {
    return wrong('has both `command` and `url`: a server is a program or an address', 'url');
  }
  const given = 'type' in value ? value.type : undefined;
  if (given === undefined) {
    if ('command' in value) return { type: 'stdio', entry: value };
    if ('url' in value) return { type: 'http', entry: value };
    return wrong('needs a `command` (a program to run) or a `url` (a remote server)');
  }
  if (httpNames.has(given)) return { type: 'http', entry: { ...value, type: 'http' } };
  const known = TransportKind.safeParse(given);
  if (known.success) return { type: known.data, entry: value };
  return wrong(`must be one of ${TransportKind.options.join(', ')}`, 'type');
}

/** The layer that a server's entry in force stands in. */
export type ServerSource = Layer;

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
  | { readonly kind: 'repaired'; readonly notes: readonly ToolNote[] }
  | { readonly kind: 'refused'; readonly reason: ToolNote };

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
  readonly transport: TransportKind;
  readonly protocolVersion?: string | undefined;
  /** All that it lists, those that are refused among them. */
  readonly toolCount: number;
  /** What it offers besides tools, as its capabilities say. */
  readonly hasResources: boolean;
  readonly hasPrompts: boolean;
  /** It pushes messages by itself; `unheard`: it speaks only a version that can't carry them. */
  readonly channel?: 'open' | 'unheard' | undefined;
  /** It passes permission prompts on to a person. */
  readonly relays?: boolean | undefined;
  readonly callCount: number;
  readonly restartCount: number;
  readonly lastCall?: { readonly at: number; readonly tookMs: number } | undefined;
};

/** What the detail panel adds; asked for while it is open. Values of variables and headers stay. */
export type ServerDetail = {
  readonly name: string;
  readonly history: readonly { readonly at: number; readonly state: ConnectionState }[];
  /** Of a program. */
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly environmentNames?: readonly string[] | undefined;
  /** Of a remote server. */
  readonly url?: string | undefined;
  readonly headerNames?: readonly string[] | undefined;
  readonly pid?: number | undefined;
  readonly lastExit?: ExitInfo | undefined;
  readonly serverInfo?: { readonly name: string; readonly version: string } | undefined;
  readonly instructions?: string | undefined;
  /** Set when they are not what the person has seen: the model is not given them. */
  readonly instructionsChange?: DefinitionChange | undefined;
  readonly connectTimeoutMs: number;
  readonly tools: readonly ToolSummary[];
  /** The entry as it stands in its file; only one of `user` can be edited, and bundled ones have none. */
  readonly config?: ServerEdit | undefined;
  readonly origin?: ServerOrigin | undefined;
};

/** How the calls of a server's tools went of late: a figure for each step, oldest first. */
export type CallFigures = {
  readonly stepMs: number;
  readonly calls: readonly number[];
  readonly errors: readonly number[];
  /** The 95th percentile of each step; null where nothing was called. */
  readonly slowestMs: readonly (number | null)[];
  /** Of all these steps, from 0 to 1. */
  readonly errorRate: number;
  /** Of the last 200 calls. */
  readonly p50Ms: number;
  readonly p95Ms: number;
};

/** What a server's processes take, all of its group together, and how its calls go. */
export type ServerUsage = {
  readonly name: string;
  /** Resident; what processes share counts for each of them. Absent where there is no process. */
  readonly memoryBytes?: number | undefined;
  /** Of one core, so two busy cores are 200; absent in the first sample. */
  readonly cpuPercent?: number | undefined;
  /** The same since it is looked at, for two minutes at most, oldest first. */
  readonly memory: readonly (number | null)[];
  readonly cpu: readonly (number | null)[];
  /** Absent where nothing was called for ten minutes. */
  readonly calls?: CallFigures | undefined;
};
