import { z } from 'zod';
import type { ConnectionStateKind } from './server.ts';

/**
 * `call` is a JSON-RPC request joined with its response, whichever side asked; `decision` tells who
 * let a tool call run or not.
 */
export const LogKind = z.enum([
  'lifecycle',
  'call',
  'notification',
  'stderr',
  'noise',
  'http',
  'oauth',
  'decision',
]);
export type LogKind = z.infer<typeof LogKind>;

export const LogLevel = z.enum(['debug', 'info', 'warn', 'error']);
export type LogLevel = z.infer<typeof LogLevel>;

/** One line. `seq` rises by one per line over all servers and is never used again. */
export type LogEntry = {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly server: string;
  readonly kind: LogKind;
  readonly level: LogLevel;
  /** `out`: Patchbay sent it. */
  readonly direction?: 'in' | 'out' | undefined;
  readonly method?: string | undefined;
  readonly rpcId?: string | undefined;
  readonly text: string;
  /** The state entered, on life-cycle lines. */
  readonly state?: ConnectionStateKind | undefined;
  /** Set when the response has come. */
  readonly durationMs?: number | undefined;
  /** UTF-8 size on the wire; of a call, both messages together. */
  readonly bytes: number;
  readonly hasBody: boolean;
};

/** What has happened in the log since it was last told of. */
export type LogNews = {
  /**
   * New lines, and lines that changed because their response came: same `seq`, new content. Empty
   * when there were too many to send.
   */
  readonly entries: readonly LogEntry[];
  /** The highest number in use. */
  readonly last: number;
  /** There were too many: whoever shows lines asks for them. */
  readonly missed: boolean;
};

/** The redacted messages of a line, as JSON text, asked for when a line is opened. */
export type LogBody = {
  readonly request?: string | undefined;
  readonly response?: string | undefined;
};

export const LogFilter = z.object({
  servers: z.array(z.string()).optional(),
  kinds: z.array(LogKind).optional(),
  minLevel: LogLevel.optional(),
  text: z.string().max(500).optional(),
});
export type LogFilter = z.infer<typeof LogFilter>;

/** How many lines there are of a kind, by level from `debug` to `error`. */
export type LogTally = Readonly<
  Partial<Record<LogKind, readonly [number, number, number, number]>>
>;

/** How many lines of each kind match the filter's servers, level and text. */
export type LogCounts = Readonly<Partial<Record<LogKind, number>>> & { readonly errors: number };
