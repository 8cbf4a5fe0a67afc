import { connectLimits } from '../connectLimits.ts';
import { isConnecting } from '../connectionState.ts';
import { findCommand, pathFolders } from '../process/commandPath.ts';
import type { DoctorFacts, DoctorTarget } from './doctor.ts';
import { resolveCommand } from '../transports/programTransport.ts';
import type { ServerSurroundings } from '../serverSurroundings.ts';
import type { SupervisedServer } from '../supervisedServer.ts';

/** What is known of a server and its last connect, for the doctor to tell. */
export function doctorFacts(server: SupervisedServer, around: ServerSurroundings): DoctorFacts {
  const { name, source, config, origin } = server.definition;
  const { state, transport, protocolVersion, toolCount } = server.summary();
  const trace = around.traces.of(name);
  // While it waits for its turn, the trace is still that of the connect before.
  const isOld = trace !== undefined && isConnecting(state) && trace.startedAt < state.since;
  const { pid, exit } = server.process ?? {};
  return {
    server: name,
    source,
    file: origin?.winner.file,
    transport,
    target: targetOf(server, around),
    state,
    history: server.history,
    now: around.now(),
    trace: isOld ? undefined : trace,
    pid: exit === undefined ? (pid ?? undefined) : undefined,
    lastExit: server.lastExit,
    protocolVersion,
    capabilities: server.opened?.connection.capabilities ?? [],
    toolCount,
    connectTimeoutMs: connectLimits(config, around.limits()).timeoutMs,
  };
}

function targetOf(server: SupervisedServer, around: ServerSurroundings): DoctorTarget {
  const { config } = server.definition;
  if ('command' in config) {
    const { command, cwd, environment } = resolveCommand(
      config,
      around.workspace,
      around.environment.known(),
    );
    return {
      kind: 'program',
      command,
      resolved: findCommand(command, cwd, environment),
      cwd,
      environmentNames: Object.keys(environment).sort(),
      path: around.environment.from(),
      pathFolders: pathFolders(environment['PATH']).length,
    };
  }
  if (config.type === 'sdk') return { kind: 'inside', name: config.name };
  return {
    kind: 'address',
    url: config.url === undefined ? 'by the lock file of an IDE' : withoutSecrets(config.url),
    headerNames: Object.keys(config.headers).sort(),
  };
}

/** An address without its password and its query, which may be a key. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return '';
  const { origin, protocol, host, pathname } = new URL(address);
  return `${origin === 'null' ? `${protocol}//${host}` : origin}${pathname}`;
}
