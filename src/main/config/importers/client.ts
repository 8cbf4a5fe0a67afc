import { posix, win32 } from 'node:path';
import type { ClientName } from '../../../shared/adding.ts';
import { isRecord } from '../../../shared/jsonPointer.ts';

/** What decides where other clients keep their files. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Of the process: APPDATA, XDG_CONFIG_HOME, CLAUDE_CONFIG_DIR. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** One server as another client's file has it, in the terms of `mcpServers` where it differs. */
export type RawEntry = {
  readonly name: string;
  readonly entry: unknown;
  /** The project folder that it holds for, where the client has one. */
  readonly project?: string;
  /** Why there is nothing that could be taken over, such as an extension of an editor. */
  readonly refused?: string;
};

/** What is known of another client: where its files are, and how servers stand in them. Pure. */
export type Importer = {
  readonly client: ClientName;
  /** Full paths, in the form of the machine's platform; most of them exist on no given machine. */
  readonly places: (machine: Machine) => readonly string[];
  /** The servers in the parsed content of one of those files. */
  readonly read: (content: unknown) => readonly RawEntry[];
  /** More files of the same form that the content points to. */
  readonly more?: (content: unknown, machine: Machine) => readonly string[];
};

export const joinOn = (platform: NodeJS.Platform, ...parts: readonly string[]): string =>
  (platform === 'win32' ? win32 : posix).join(...parts);

/** Where programs keep a person's settings: %APPDATA%, Application Support, XDG's config folder. */
export function settingsFolder({ platform, home, environment }: Machine): string {
  if (platform === 'win32') {
    return environment['APPDATA'] ?? joinOn(platform, home, 'AppData', 'Roaming');
  }
  if (platform === 'darwin') return joinOn(platform, home, 'Library', 'Application Support');
  return environment['XDG_CONFIG_HOME'] || joinOn(platform, home, '.config');
}

/** The entries of an object of servers by name; nothing where there is no such object. */
export function entriesOf(block: unknown): readonly RawEntry[] {
  if (!isRecord(block)) return [];
  return Object.entries(block).map(([name, entry]) => ({ name, entry }));
}
