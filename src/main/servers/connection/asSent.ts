import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { fieldsOf } from '../log/rpcText.ts';

const key = 'patchbay/asSent';
const lists = [
  'tools',
  'content',
  'resources',
  'resourceTemplates',
  'contents',
  'prompts',
  'messages',
] as const;

/**
 * Moves the list that a result consists of, such as its tools, out of the SDK's sight. It refuses a whole
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

/**
 * In the newer era an answer that does not say what it is, is a complete one (SEP-2322, multi
 * round-trip requests); the SDK refuses it. Changes the message in place.
 */
export function assumeComplete(message: JSONRPCMessage): void {
  if ('result' in message) message.result['resultType'] ??= 'complete';
}

/** The list that {@link hideLists} moved, as the server sent it; undefined when it sent none. */
export function listAsSent(result: unknown): readonly unknown[] | undefined {
  const items = fieldsOf(result)[key];
  return Array.isArray(items) ? items : undefined;
}
