import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { fieldsOf } from './rpcText.ts';

const key = 'patchbay/asSent';
const lists = ['tools', 'content'] as const;

/**
 * Moves a result's list of tools or content blocks out of the SDK's sight. It refuses a whole
 * result for one malformed part; we check part by part. Changes the message in place.
 */
export function hideLists(message: JSONRPCMessage): void {
  if (!('result' in message)) return;
  const { result } = message;
  for (const list of lists) {
    const items: unknown = result[list];
    if (!Array.isArray(items)) continue;
    result[key] = items;
    result[list] = [];
  }
}

/** The list that {@link hideLists} moved, as the server sent it; undefined when it sent none. */
export function listAsSent(result: unknown): readonly unknown[] | undefined {
  const items = fieldsOf(result)[key];
  return Array.isArray(items) ? items : undefined;
}
