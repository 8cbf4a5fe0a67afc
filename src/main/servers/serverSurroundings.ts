import type { EndedCall } from './tools/callFigures.ts';
import type { ConnectBatches } from './connectBatches.ts';
import type { ConnectionLog } from './log/connectionLog.ts';
import type { ConnectTraces } from './connection/connectTrace.ts';
import type { ServerConfig } from '../../shared/server.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import type { EraVerdicts } from './connection/eraVerdicts.ts';
import type { FilledEntry } from './fillEntry.ts';
import type { NetworkPorts } from './transports/openTransport.ts';
import type { StopGraces } from './process/processTree.ts';
import type { ServerEnvironment } from './process/serverEnvironment.ts';
import type { OverallLimits } from './serverLimits.ts';
import type { ServerNews } from './connection/serverNews.ts';
import type { ServerRequests } from './connection/serverRequests.ts';

/** What the supervisor shares with all its servers. */
export type ServerSurroundings = {
  readonly log: ConnectionLog;
  /** Ours, told to servers. */
  readonly version: string;
  /** The folder that servers run in. */
  readonly workspace: string;
  /** What a server may ask of us. */
  readonly requestsOf: (server: string, config: ServerConfig) => ServerRequests;
  readonly environment: ServerEnvironment;
  /** Looks up what an entry refers to; rejects with an AppFailure. Asked at each start. */
  readonly fill: (definition: ServerDefinition) => Promise<FilledEntry>;
  /** Puts a server's process on record; the answer is called when its group is gone. */
  readonly recordChild: (server: string, pid: number, command: string) => Promise<() => void>;
  /** Resolves when what an earlier Patchbay left behind is gone. */
  readonly leftBehind: Promise<void>;
  /** For servers that are no program of ours. */
  readonly network: NetworkPorts;
  /** How each server's last connect went. */
  readonly traces: ConnectTraces;
  /** Where a server of this kind waits for its turn to connect. */
  readonly batchOf: (config: ServerConfig) => ConnectBatches;
  readonly eras: EraVerdicts;
  readonly graces?: StopGraces | undefined;
  /** As the settings are at the moment. */
  readonly limits: () => OverallLimits;
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly onChange: () => void;
  readonly onNews: (server: string, news: ServerNews) => void;
  /** Called when a call of a tool has ended. */
  readonly onCall?: ((server: string, call: EndedCall) => void) | undefined;
};
