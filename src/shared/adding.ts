import { z } from 'zod';
import type { AppError } from './errors.ts';
import type { TransportKind } from './server.ts';

/** Clients whose servers can be taken over. */
export const ClientName = z.enum([
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'windsurf',
  'cline',
  'zed',
]);
export type ClientName = z.infer<typeof ClientName>;

/** What a server runs or where it is; of variables and headers the names only. */
export type ServerOutline = {
  readonly transport: TransportKind;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly environmentNames: readonly string[];
  readonly headerNames: readonly string[];
};

/** A server in another client's file. */
export type FoundServer = {
  /** Stands for this very content: it is another one once the file has changed. */
  readonly key: string;
  readonly name: string;
  /** The free name it would get here. */
  readonly as: string;
  readonly project?: string | undefined;
  readonly outline?: ServerOutline | undefined;
  /** Fields that Patchbay does not take over. */
  readonly leftOut: readonly string[];
  /** Names of secrets that its values refer to and nobody has given yet. */
  readonly asksFor: readonly string[];
  /** The server here, or the one above in the same list, that has the same content. */
  readonly sameAs?: string | undefined;
  /** Why it can't be taken over. */
  readonly problem?: AppError | undefined;
};

export type FoundFile = {
  readonly client: ClientName;
  readonly file: string;
  readonly servers: readonly FoundServer[];
  /** Why the file could not be read. */
  readonly problem?: AppError | undefined;
};
