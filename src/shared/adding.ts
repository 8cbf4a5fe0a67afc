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
  /** The program that prints its headers. */
  readonly helper?: readonly string[] | undefined;
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

/** Something about a command that a person should not miss, and what it comes to when decoded. */
export type Finding = {
  readonly kind:
    | 'shell'
    | 'second-command'
    | 'inline-code'
    | 'encoded'
    | 'loads-code'
    | 'long-space'
    /** It takes a variable or a secret of this machine. */
    | 'reads'
    | 'real-host';
  /** The field it is in: `command`, `args.2`, `env.NAME`, `headers.NAME`, `url`. */
  readonly at: string;
  readonly text: string;
};

/** A server that a `patchbay://install` link asks to add; everything in it is shown. */
export type LinkedServer = {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'sse' | 'ws';
  readonly command?: string | undefined;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** A link that was followed and waits for an answer. */
export type InstallOffer = {
  readonly id: string;
  readonly server?: LinkedServer | undefined;
  readonly findings: readonly Finding[];
  /** The free name it would get, where its own is taken. */
  readonly as?: string | undefined;
  /** The server here that has the same content. */
  readonly sameAs?: string | undefined;
  /** Why the link was refused; there is no `server` then. */
  readonly problem?: AppError | undefined;
};

/** A value that a bundle's `user_config` asks for. */
export const UserValue = z.union([
  z.string().max(32_768),
  z.number(),
  z.boolean(),
  z.array(z.string().max(4096)).max(100),
]);
export type UserValue = z.infer<typeof UserValue>;

/** One field of a bundle's `user_config`. */
export type BundleOption = {
  readonly key: string;
  readonly type: 'string' | 'number' | 'boolean' | 'directory' | 'file';
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
  /** Kept in the keychain. */
  readonly sensitive: boolean;
  /** The value is a list. */
  readonly multiple: boolean;
  readonly default?: UserValue | undefined;
  /** Of a number. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
};

/** The longest bundle file that is read. */
export const maxBundleBytes = 250 * 1024 * 1024;

/** A bundle file that was read and waits for an answer; nothing of it is on disk or has run. */
export type BundleOffer = {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly author: string;
  readonly description: string;
  readonly homepage?: string | undefined;
  readonly license?: string | undefined;
  /** What will run, with `${user_config.x}` where a value is still to be given. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** It has more tools than it lists. */
  readonly hasMoreTools: boolean;
  readonly options: readonly BundleOption[];
  readonly fileCount: number;
  /** Unpacked. */
  readonly bytes: number;
  /** It carries a signature, which Patchbay does not check. */
  readonly isSigned: boolean;
  /** The version that is installed under this name already. */
  readonly replaces?: string | undefined;
  /** Why it can't be installed here, such as for another system. */
  readonly problem?: AppError | undefined;
};

/** A plugin under the data folder. */
export type InstalledPlugin = {
  /** Of its folder. */
  readonly name: string;
  readonly title: string;
  readonly kind: 'bundle' | 'folder';
  readonly version?: string | undefined;
  readonly author?: string | undefined;
  readonly description?: string | undefined;
  readonly folder: string;
  readonly servers: readonly {
    readonly name: string;
    readonly isOn: boolean;
    readonly outline: ServerOutline;
  }[];
  /** Why all of it, or part of it, can't be used. */
  readonly problems: readonly AppError[];
};

/** A remote server that a registry lists. */
export type ConnectorInfo = {
  /** Of the registry, such as `com.example/weather`. */
  readonly id: string;
  /** What it is called here. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly transport: 'http' | 'sse';
  readonly url: string;
  /** What it needs besides its address, so that it can't just be switched on. */
  readonly needs: readonly string[];
  readonly isOn: boolean;
  /** Another server here with the same content. */
  readonly sameAs?: string | undefined;
};

export type ConnectorsView = {
  /** The registry; undefined: none is set. */
  readonly url?: string | undefined;
  /** When the list was fetched, in epoch milliseconds. */
  readonly fetchedAt?: number | undefined;
  readonly isFetching: boolean;
  /** Why it could not be fetched the last time. */
  readonly problem?: AppError | undefined;
  readonly connectors: readonly ConnectorInfo[];
};

/** The address of a registry: https, or http on this machine. */
export const ConnectorsUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2048)
  .refine(
    (url) => /^https:|^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/?#]|$)/i.test(url),
    'must be an https address',
  );

/** What a server that was only tried says of itself. */
export type TriedServer = {
  readonly tookMs: number;
  readonly toolCount: number;
  readonly serverInfo?: { readonly name: string; readonly version: string } | undefined;
};
