import type { ServerDefinition } from '../config/desiredServers.ts';

/** Whether what a server says of its own tools counts: it came with the app, or its entry says so. */
export function isTrusted({
  source,
  config,
}: Pick<ServerDefinition, 'source' | 'config'>): boolean {
  return source === 'bundled' || config.trusted === true;
}
