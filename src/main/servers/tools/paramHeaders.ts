import type { ToolNote } from '../../../shared/toolNote.ts';
import { fieldsOf } from '../log/rpcText.ts';
import type { ToolList } from './toolList.ts';

/** A tool argument that is sent as a header too, so that proxies can act on it. */
export type ParamHeader = { readonly path: readonly string[]; readonly name: string };

const key = 'x-mcp-header';
/** RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const deepest = 64;

/**
 * The headers that a tool's input schema declares, or why its declarations are not valid (MCP
 * 2026-07-28, Streamable HTTP, Schema Extension): one may stand only on a string, integer or
 * boolean that is reached through `properties` alone, and no two may differ in case only.
 */
export function paramHeaders(
  schema: unknown,
): { readonly headers: readonly ParamHeader[] } | { readonly problem: ToolNote } {
  const headers: ParamHeader[] = [];
  const seen = new Set<string>();
  const visit = (node: unknown, path: readonly string[]): ToolNote | undefined => {
    const { [key]: declared, properties, type, ...rest } = fieldsOf(node);
    const where = path.join('.');
    if (declared !== undefined) {
      if (typeof declared !== 'string' || !token.test(declared)) {
        return { code: 'header-name', params: { where } };
      }
      if (path.length === 0 || !types.has(type)) return { code: 'header-place', params: { where } };
      if (seen.has(declared.toLowerCase())) {
        return { code: 'header-twice', params: { name: declared } };
      }
      seen.add(declared.toLowerCase());
      headers.push({ path, name: declared });
    }
    if (Object.values(rest).some((other) => isMentioned(other, 0))) {
      return { code: 'header-unsure', params: { where } };
    }
    for (const [name, child] of Object.entries(fieldsOf(properties))) {
      const problem = path.length < deepest ? visit(child, [...path, name]) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  const problem = visit(schema, []);
  return problem === undefined ? { headers } : { problem };
}

/** Sets aside the tools whose declarations are not valid, as a client over HTTP must. */
export function refuseBadHeaders(list: ToolList): ToolList {
  const judged = list.tools.map((tool) => ({ tool, verdict: paramHeaders(tool.inputSchema) }));
  const refused = judged.flatMap(({ tool: { server, name }, verdict }) =>
    'problem' in verdict ? [{ server, name, reason: verdict.problem }] : [],
  );
  const tools = judged.flatMap(({ tool, verdict }) => ('headers' in verdict ? [tool] : []));
  return { tools, refused: [...list.refused, ...refused] };
}

/** The headers for a call; an argument that is absent, null or no plain value has none. */
export function headersFor(schema: unknown, input: unknown): Readonly<Record<string, string>> {
  const declared = paramHeaders(schema);
  if ('problem' in declared) return {};
  const entries = declared.headers.flatMap(({ path, name }) => {
    const value = path.reduce<unknown>((node, step) => fieldsOf(node)[step], input);
    const text = textOf(value);
    return text === undefined ? [] : [[`Mcp-Param-${name}`, encode(text)] as const];
  });
  return Object.fromEntries(entries);
}

function isMentioned(node: unknown, depth: number): boolean {
  if (typeof node !== 'object' || node === null || depth > deepest) return false;
  if (!Array.isArray(node) && key in node) return true;
  return Object.values(node).some((child) => isMentioned(child, depth + 1));
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

/** As it is where that is a safe field value, else as base64 (MCP 2026-07-28, Value Encoding). */
function encode(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim();
  const isAmbiguous = text.startsWith('=?base64?') && text.endsWith('?=');
  if (isPlain && !isAmbiguous) return text;
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
