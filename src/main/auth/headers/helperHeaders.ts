import { parseJson } from '../../../shared/parseJson.ts';
import { foreignText } from '../foreignText.ts';

/** Of the connection, of the message's framing, or of what the transport itself says (RFC 9110, MCP). */
const reserved: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'mcp-protocol-version',
  'mcp-session-id',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const maxHeaders = 50;

/** RFC 9110 section 5.1 and 5.5: a token, and visible characters with spaces and tabs between them. */
const legalName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const legalValue = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

export type HelperOutput =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  /** `why` completes "its output ..."; it holds no value. */
  | { readonly ok: false; readonly why: string };

/** Reads what a program printed: one JSON object of header names and their texts. */
export function readHelperHeaders(output: string): HelperOutput {
  const refuse = (why: string): HelperOutput => ({ ok: false, why });
  if (output.trim() === '') return refuse('it printed nothing');
  const parsed = parseJson(output);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return refuse('it printed no JSON object');
  }
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(parsed)) {
    const shown = foreignText(name, 60);
    if (!legalName.test(name)) return refuse(`"${shown}" is no name of a header`);
    if (reserved.has(name.toLowerCase())) return refuse(`it may not set the header ${shown}`);
    if (typeof value !== 'string') return refuse(`the value of ${shown} is no text`);
    if (!legalValue.test(value)) return refuse(`the value of ${shown} can't stand in a header`);
    const key = name.toLowerCase();
    if ([...headers.keys()].some((other) => other.toLowerCase() === key)) {
      return refuse(`it sets the header ${shown} twice`);
    }
    headers.set(name, value);
  }
  if (headers.size > maxHeaders) return refuse(`it sets more than ${maxHeaders} headers`);
  return { ok: true, headers: Object.fromEntries(headers) };
}
