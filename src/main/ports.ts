import type { EventName, Events } from '../shared/ipc.ts';
import type { Theme } from '../shared/settings.ts';
import type { SecretStore } from './auth/keychain/secretStore.ts';
import type { Rooms } from './ipc/handlers.ts';
import type { NoticePorts } from './ipc/notices/notices.ts';
import type { TrayPort } from './ipc/tray/openTray.ts';
import type { PathQuestion } from './platform/choosePath.ts';
import type { MachineSignals } from './servers/machineSignals.ts';
import type { OpenStream } from './servers/transports/ws.ts';

/** What the rooms need of the machine; Electron supplies it, tests may too. */
export type Ports = Pick<
  Rooms,
  'openExternal' | 'openPath' | 'chooseAny' | 'chooseFiles' | 'chooseSave'
> & {
  readonly paths: {
    readonly data: string;
    readonly settings: string;
    /** Of the machine's administrator. */
    readonly managed: string;
    readonly database: string;
    readonly files: string;
    /** What is to go with messages that are not sent yet. */
    readonly waiting: string;
    readonly locks: string;
  };
  /** The folder that servers run in where the settings name none, and whether it goes before them. */
  readonly launch: { readonly workspace: string; readonly isWorkspaceGiven: boolean };
  readonly version: string;
  /** Of the system, such as `en` or `ja`. */
  readonly language: string;
  /** The Electron binary, which runs the bundled servers in `serversFolder` as Node. */
  readonly execPath: string;
  readonly serversFolder: string;
  /** The program of agent/pdf/pageThread. */
  readonly pageThread: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly keychain: SecretStore;
  readonly fetch: typeof fetch;
  /** For WebSockets, by the same proxy and certificates. */
  readonly openStream: OpenStream;
  readonly machine: MachineSignals;
  readonly notices: NoticePorts;
  readonly tray: TrayPort;
  /** Stops all and ends the app. */
  readonly quit: () => void;
  readonly setTheme: (theme: Theme) => void;
  /** `follow` takes every `patchbay://` link from now on, and those from before. */
  readonly onLink: (follow: (link: string) => void) => void;
  /** A PEM file whose certificates `fetch` trusts from now on. */
  readonly setExtraCaFile: (file: string | undefined) => void;
  /** Rejects with an AppFailure when the certificates in a file can't be used. */
  readonly checkCertificates: (file: string) => Promise<void>;
  /** Asks by the system's dialog; undefined when the person chose none. */
  readonly choosePath: (question: PathQuestion) => Promise<string | undefined>;
  readonly send: <N extends EventName>(name: N, payload: Events[N]) => void;
};
