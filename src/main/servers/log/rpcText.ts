import type { LogLevel } from '../../../shared/log.ts';

type Fields = { readonly [key: string]: unknown };

const longest = 300;

/** An object's fields for reading what was sent by another; nothing for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** The log's words for a request: its method and what it is about. */
export function describeRequest(method: string, params: unknown): string {
  const { name, uri } = fieldsOf(params);
  const about = typeof name === 'string' ? name : uri;
  return typeof about === 'string' && method !== 'initialize'
    ? cut(`${method} ${about}`)
    : cut(method);
}

/** The words for its answer, to follow those of the request, and how bad it is. */
export function describeResult(
  method: string,
  result: unknown,
): { readonly text: string; readonly level: LogLevel } {
  const fields = fieldsOf(result);
  const info = (text: string) => ({ text, level: 'info' as const });
  switch (method) {
    case 'initialize':
      return info(`, ${String(fields['protocolVersion'])}`);
    case 'server/discover': {
      const versions = fields['supportedVersions'];
      return info(Array.isArray(versions) ? `, ${versions.join(' ')}` : '');
    }
    case 'tools/list':
      return info(countOf(fields['tools'], 'tool'));
    case 'resources/list':
      return info(countOf(fields['resources'], 'resource'));
    case 'prompts/list':
      return info(countOf(fields['prompts'], 'prompt'));
    case 'roots/list':
      return info(countOf(fields['roots'], 'root'));
    case 'tools/call':
      return fields['isError'] === true ? { text: ', failed', level: 'error' } : info('');
    default:
      return info('');
  }
}

/** The words for a JSON-RPC error. Not knowing the era probe is what an older server should say. */
export function describeError(
  method: string,
  error: unknown,
): { readonly text: string; readonly level: LogLevel } {
  const { message, code } = fieldsOf(error);
  if (method === 'server/discover') return { text: ', unknown to an older server', level: 'debug' };
  const reason = typeof message === 'string' ? message : `code ${String(code)}`;
  return { text: cut(`: ${reason}`), level: 'error' };
}

/** The words for a request that was not sent: its innermost cause. Nothing depends on the era probe. */
export function describeUnsent(
  method: string,
  causes: readonly unknown[],
): { readonly text: string; readonly level: LogLevel } {
  const messages = causes.map((one) => (one instanceof Error ? one.message : ''));
  const reason = messages.filter((message) => message !== '').at(-1) ?? 'not sent';
  return { text: cut(`: ${reason}`), level: method === 'server/discover' ? 'debug' : 'error' };
}

export function describeNotification(
  method: string,
  params: unknown,
): { readonly text: string; readonly level: LogLevel } {
  const fields = fieldsOf(params);
  if (method === 'notifications/progress') {
    return { text: `${method} ${describeProgress(fields)}`, level: 'info' };
  }
  if (method === 'notifications/message') {
    const { data } = fields;
    const said = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
    return { text: cut(`${method} ${said}`), level: logLevelOf(fields['level']) };
  }
  return { text: cut(method), level: 'info' };
}

export function describeProgress(params: unknown): string {
  const { progress, total, message } = fieldsOf(params);
  const count = [progress, total].filter((part) => typeof part === 'number').join(' of ');
  return typeof message === 'string' && message !== '' ? cut(`${count}, ${message}`) : count;
}

/** MCP's logging levels are those of syslog (RFC 5424). */
function logLevelOf(level: unknown): LogLevel {
  switch (level) {
    case 'debug':
      return 'debug';
    case 'warning':
      return 'warn';
    case 'error':
    case 'critical':
    case 'alert':
    case 'emergency':
      return 'error';
    default:
      return 'info';
  }
}

function countOf(list: unknown, noun: string): string {
  if (!Array.isArray(list)) return '';
  return `, ${list.length} ${noun}${list.length === 1 ? '' : 's'}`;
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
