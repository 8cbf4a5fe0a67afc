import type { TriedServer } from '../../shared/adding.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import { Supervisor } from './supervisor.ts';
import type { SupervisorOptions } from './supervisor.ts';

/**
 * Connects to a server that is in no list, tells what it says of itself, and ends it. It may ask a
 * person nothing. Rejects with an AppFailure that says why it could not be reached.
 */
export async function tryServer(
  options: SupervisorOptions,
  definition: ServerDefinition,
  signal: AbortSignal,
): Promise<TriedServer> {
  const { onNews: _, requestsOf: __, ...around } = options;
  const supervisor = new Supervisor(around);
  const { name } = definition;
  const now = options.now ?? Date.now;
  const startedAt = now();
  try {
    const config = { ...definition.config, disabled: false };
    supervisor.reconcile([{ ...definition, config, autoStart: false }]);
    await supervisor.connect(name, signal);
    const tookMs = now() - startedAt;
    const { serverInfo, tools } = supervisor.detail(name);
    return { tookMs, toolCount: tools.length, serverInfo };
  } finally {
    await supervisor.stopAll();
  }
}
