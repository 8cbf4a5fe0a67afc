import { isDeepStrictEqual } from 'node:util';
import type { ConnectionState } from '../../shared/server.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import { isActive } from './connectionState.ts';

/** What a new definition asks of a server that is there already; it restarts only if it has to. */
export function afterEdit(
  before: Pick<ServerDefinition, 'config'>,
  after: Pick<ServerDefinition, 'config' | 'autoStart'>,
  state: ConnectionState,
): 'nothing' | 'disable' | 'restart' | 'start' | 'leave-stopped' {
  if (isDeepStrictEqual(before.config, after.config)) return 'nothing';
  if (after.config.disabled) return 'disable';
  if (isActive(state)) return 'restart';
  const waitsForConfig =
    state.kind === 'disabled' || (state.kind === 'stopped' && state.by === 'never-started');
  if (waitsForConfig) return after.autoStart ? 'start' : 'leave-stopped';
  // What a person stopped stays stopped; what failed deserves another try.
  return state.kind === 'stopped' ? 'leave-stopped' : 'start';
}
