import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ServerRequests } from './serverRequests.ts';

/** The least that servers log for us (MCP LoggingLevel). */
const logLevel = 'info';

/** Older servers are told once what they should log; a refusal is on the log. */
export function askForLogs(client: Client): void {
  if (!isLegacy(client) || client.getServerCapabilities()?.logging === undefined) return;
  client
    .request({ method: 'logging/setLevel', params: { level: logLevel } }, z.looseObject({}))
    .catch(() => undefined);
}

/** Newer servers log only during requests that ask for it (MCP 2026-07-28, logging). */
export function logMeta(client: Client) {
  if (isLegacy(client) || client.getServerCapabilities()?.logging === undefined) return {};
  return { _meta: { [LOG_LEVEL_META_KEY]: logLevel } };
}

/** Newer servers ask for the roots whenever they need them, and are told of no change. */
export function tellRoots(
  client: Client,
  roots: ServerRequests['roots'],
  ended: AbortSignal,
): void {
  if (!roots || !isLegacy(client)) return;
  const unwatch = roots.onChange(() => void client.sendRootsListChanged().catch(() => {}));
  ended.addEventListener('abort', unwatch, { once: true });
}

const isLegacy = (client: Client): boolean => client.getProtocolEra() === 'legacy';
