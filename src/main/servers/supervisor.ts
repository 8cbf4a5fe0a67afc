import type { DoctorReport } from '../../shared/doctor.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { AskedBy, ServerDetail, ServerSummary } from '../../shared/server.ts';
import type { SignInOutcome } from '../auth/authorization.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import { withoutValues } from '../config/keptValues.ts';
import { ConnectBatches } from './connectBatches.ts';
import { connectLimits } from './connectLimits.ts';
import { stopped, unknownServer } from './connection/connectionFailure.ts';
import { ConnectTraces } from './connection/connectTrace.ts';
import type { ConnectionLog } from './log/connectionLog.ts';
import { EraVerdicts, eraStoreInMemory } from './connection/eraVerdicts.ts';
import type { EraStore } from './connection/eraVerdicts.ts';
import { cutInstructions } from './cutInstructions.ts';
import { doctorReport } from './doctor/doctor.ts';
import { doctorFacts } from './doctor/doctorFacts.ts';
import { fillEntry } from './fillEntry.ts';
import type { Offers } from './offers/offers.ts';
import { isLocal } from './transports/openTransport.ts';
import type { NetworkPorts } from './transports/openTransport.ts';
import { killAllNow } from './process/processTree.ts';
import type { StopGraces } from './process/processTree.ts';
import { WorkspaceRoots } from './roots.ts';
import { fixedEnvironment } from './process/serverEnvironment.ts';
import type { ServerEnvironment } from './process/serverEnvironment.ts';
import type { OverallLimits } from './serverLimits.ts';
import type { ServerSurroundings } from './serverSurroundings.ts';
import { serverTarget } from './serverTarget.ts';
import type { CallOptions, RefusedTool, ServerTool, ToolOutcome } from './tools/serverTool.ts';
import { stopTogether } from './stopTogether.ts';
import { SupervisedServer } from './supervisedServer.ts';

const localAtOnce = 3;
const remoteAtOnce = 20;

export type SupervisorOptions = {
  readonly log: ConnectionLog;
  /** Ours, told to servers. */
  readonly version: string;
  /** The folder that servers run in by default. */
  readonly workspace: string;
  /** What a server may ask of us; by default its workspace folder and nothing else. */
  readonly requestsOf?: ServerSurroundings['requestsOf'];
  /** What servers may inherit from; by default our own environment. */
  readonly environment?: ServerEnvironment;
  /** By default from the environment alone. */
  readonly fill?: ServerSurroundings['fill'];
  /** By default nothing is recorded, and nothing was left behind. */
  readonly recordChild?: ServerSurroundings['recordChild'];
  readonly leftBehind?: Promise<void>;
  /** By default Node's own fetch, no IDE and no server in this process. */
  readonly network?: NetworkPorts;
  /** Remembers older servers between runs; by default for this run only. */
  readonly eraStore?: EraStore;
  readonly graces?: StopGraces;
  /** What servers tell of their resources and prompts. */
  readonly onNews?: ServerSurroundings['onNews'];
} & Partial<Pick<ServerSurroundings, 'onCall' | 'now' | 'random'>>;

type BatchSizes = { readonly local?: number | undefined; readonly remote?: number | undefined };

/** ServerDetail before the tools were judged: the pool knows their names and verdicts. */
export type SupervisedDetail = Omit<ServerDetail, 'tools'> & {
  readonly tools: readonly ServerTool[];
  readonly refused: readonly RefusedTool[];
};

/** Keeps the servers that should run running. Everything that a server does goes through here. */
export class Supervisor {
  readonly #servers = new Map<string, SupervisedServer>();
  /** Names in the order of the configuration. */
  #order: readonly string[] = [];
  /** Removed but not yet gone: a server of the same name waits for them. */
  readonly #leaving = new Map<string, SupervisedServer>();
  readonly #listeners = new Set<() => void>();
  readonly #around: ServerSurroundings & { workspace: string };
  readonly #local = new ConnectBatches(localAtOnce);
  readonly #remote = new ConnectBatches(remoteAtOnce);
  #limits: OverallLimits = {};
  #isTold = true;
  #hasLaunched = false;
  #isClosed = false;

  constructor(options: SupervisorOptions) {
    const { graces, now = Date.now, random = Math.random, ...rest } = options;
    const environment = options.environment ?? fixedEnvironment(process.env);
    this.#around = {
      ...rest,
      environment,
      fill: options.fill ?? ((definition) => fillEntry(definition, { environment })),
      requestsOf:
        options.requestsOf ?? (() => ({ roots: new WorkspaceRoots([options.workspace]) })),
      batchOf: (config) => (isLocal(config) ? this.#local : this.#remote),
      eras: new EraVerdicts(options.eraStore ?? eraStoreInMemory(), now),
      recordChild: options.recordChild ?? (async () => () => undefined),
      leftBehind: options.leftBehind ?? Promise.resolve(),
      traces: new ConnectTraces(),
      network: options.network ?? { fetch, ideLockFolders: [], inProcess: new Map() },
      graces,
      limits: () => this.#limits,
      now,
      random,
      onChange: () => this.#changed(),
      onNews: options.onNews ?? (() => undefined),
    };
  }

  /** How many servers of a kind connect at the same time. */
  setBatches({ local = localAtOnce, remote = remoteAtOnce }: BatchSizes): void {
    this.#local.resize(local);
    this.#remote.resize(remote);
  }

  /** The folder that servers run in which start from now on. */
  setWorkspace(folder: string): void {
    this.#around.workspace = folder;
  }

  /** What holds, from now on, for servers that have no limits of their own. */
  setLimits(limits: OverallLimits): void {
    this.#limits = limits;
    for (const server of this.#servers.values()) server.opened?.connection.limitsChanged();
  }

  /** Brings what runs in line with what should. Names must be unique. Waits for nothing. */
  reconcile(desired: readonly ServerDefinition[]): void {
    if (this.#isClosed) return;
    const by = this.#hasLaunched ? 'config' : 'launch';
    this.#hasLaunched = true;
    const names = new Set(desired.map(({ name }) => name));
    for (const [name, server] of this.#servers) if (!names.has(name)) this.#remove(name, server);
    this.#order = [...names];
    for (const definition of desired) this.#put(definition, by);
    this.#changed();
  }

  start(name: string, by: AskedBy): void {
    if (!this.#isClosed) this.#get(name).start(by);
  }

  /** Resolves when its processes are gone; called again meanwhile, it kills them. */
  stop(name: string, by: AskedBy = 'you'): Promise<void> {
    return this.#get(name).stop(by);
  }

  restart(name: string, by: AskedBy = 'you'): void {
    if (!this.#isClosed) this.#get(name).restart(by);
  }

  /** Starts a server if need be and waits until it is connected; rejects with an AppFailure. */
  async connect(name: string, signal: AbortSignal): Promise<void> {
    const server = this.#get(name);
    if (this.#isClosed) throw new AppFailure(stopped(name));
    await server.connect('connect_mcp', signal);
  }

  /** Whether a server waits to be tried again. */
  isWaiting(): boolean {
    return this.list().some(({ state }) => state.kind === 'backoff');
  }

  /** Tries at once those that wait, as if nothing had happened before. */
  retryWaiting(): void {
    for (const server of this.#inOrder()) server.hurry();
  }

  list(): readonly ServerSummary[] {
    return this.#inOrder().map((server) => server.summary());
  }

  detail(name: string): SupervisedDetail {
    const server = this.#get(name);
    const { config, source, origin } = server.definition;
    return {
      name,
      history: [...server.history],
      ...serverTarget(config, this.#around),
      pid: server.process?.exit === undefined ? (server.process?.pid ?? undefined) : undefined,
      lastExit: server.lastExit,
      serverInfo: server.opened?.connection.serverInfo,
      instructions: server.opened?.connection.instructions,
      connectTimeoutMs: connectLimits(config, this.#limits).timeoutMs,
      ...server.tools,
      config: source === 'bundled' ? undefined : withoutValues(config),
      origin,
    };
  }

  /** The entry as it is in force. */
  definition(name: string): ServerDefinition {
    return this.#get(name).definition;
  }

  signingIn(name: string): void {
    this.#get(name).signingIn();
  }

  signInOver(name: string, outcome: SignInOutcome): void {
    this.#servers.get(name)?.signInOver(outcome);
  }

  /** How its last connect went, step by step. */
  doctor(name: string): DoctorReport {
    return doctorReport(doctorFacts(this.#get(name), this.#around));
  }

  /** The tools of all connected servers: by server in the order of the configuration, as listed. */
  tools(): readonly ServerTool[] {
    return this.#inOrder().flatMap((server) => server.tools.tools);
  }

  /** Calls a tool by its server's own name for it; rejects with an AppFailure. */
  async call(
    server: string,
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ToolOutcome> {
    return this.#get(server).call(tool, input, options);
  }

  /** What a connected server offers besides tools; throws an AppFailure when it is not connected. */
  offers(name: string): Offers {
    return this.#get(name).connection.offers;
  }

  /** Sends a connected server a notification; throws an AppFailure when it is not connected. */
  notify(name: string, method: string, params: Readonly<Record<string, unknown>>): void {
    this.#get(name).connection.notify(method, params);
  }

  /** What connected servers tell the model about themselves, each cut to 2 KB. */
  instructions(): readonly { readonly server: string; readonly text: string }[] {
    return this.#inOrder().flatMap((server) => {
      const text = server.opened?.connection.instructions?.trim() ?? '';
      return text === '' ? [] : [{ server: server.definition.name, text: cutInstructions(text) }];
    });
  }

  /** Ends every server, side by side, within 6 s in all. Nothing can be started afterwards. */
  async stopAll(): Promise<void> {
    this.#isClosed = true;
    const servers = [...this.#servers.values(), ...this.#leaving.values()];
    await stopTogether(servers);
  }

  /** Kills what runs without waiting, for the moment when the process exits. */
  killAllNow(): void {
    const servers = [...this.#servers.values(), ...this.#leaving.values()];
    killAllNow(servers.flatMap((server) => server.process?.group ?? []));
  }

  /** Calls back, at most once a tick, after anything in the answers above changed. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #put(definition: ServerDefinition, by: AskedBy): void {
    const { name, autoStart } = definition;
    const known = this.#servers.get(name);
    if (known !== undefined) return known.apply(definition);
    const leaving = this.#leaving.get(name);
    const server = leaving ?? new SupervisedServer(definition, this.#around);
    this.#leaving.delete(name);
    this.#servers.set(name, server);
    leaving?.apply(definition);
    if (autoStart) server.start(by);
  }

  #remove(name: string, server: SupervisedServer): void {
    this.#servers.delete(name);
    this.#leaving.set(name, server);
    const forget = () => {
      if (this.#leaving.get(name) === server) this.#leaving.delete(name);
    };
    void server.stop('config').then(forget);
  }

  #inOrder(): readonly SupervisedServer[] {
    return this.#order.flatMap((name) => this.#servers.get(name) ?? []);
  }

  #get(name: string): SupervisedServer {
    const server = this.#servers.get(name);
    if (server === undefined) throw new AppFailure(unknownServer(name));
    return server;
  }

  #changed(): void {
    if (!this.#isTold) return;
    this.#isTold = false;
    queueMicrotask(() => {
      this.#isTold = true;
      for (const listener of this.#listeners) listener();
    });
  }
}
