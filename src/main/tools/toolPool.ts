import type { ToolVerdict } from '../../shared/server.ts';
import type { ServerTool } from '../servers/tools/serverTool.ts';
import { annotationMark } from './annotations.ts';
import type { BuiltinTool } from './builtin/builtinTool.ts';
import { cutText } from './codePoints.ts';
import { gateSchema } from './schema/inputSchema.ts';
import type { ApiSchema, GateResult } from './schema/inputSchema.ts';
import { estimateTokens } from './tokenEstimate.ts';
import { nameTools } from './toolNames.ts';
import type { ToolId } from './toolNames.ts';

/** A tool as the Messages API takes it. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ApiSchema;
};

export type PooledTool =
  | { readonly kind: 'builtin'; readonly name: string; readonly tool: BuiltinTool }
  | {
      readonly kind: 'server';
      readonly name: string;
      readonly tool: ServerTool;
      /** "(readOnly)", "(destructive)" or nothing. */
      readonly mark: string;
    };

/** What the gate decided about a server's tool, for the UI. */
export type PoolVerdict = { readonly verdict: ToolVerdict; readonly pooledName?: string };

/** The tools of one moment. */
export type ToolPool = {
  /** Built-ins first, then servers' tools, each part in code-unit order of names. */
  readonly definitions: readonly ToolDefinition[];
  /** How many of the definitions are built-ins. */
  readonly builtinCount: number;
  find(name: string): PooledTool | undefined;
  definition(name: string): ToolDefinition | undefined;
  /** About how many tokens a tool is in a request. */
  tokens(name: string): number;
  /** The pooled tools of a server, in order. */
  toolsOf(server: string): readonly { readonly name: string; readonly mark: string }[];
  verdictOf(tool: ToolId): PoolVerdict | undefined;
};

const maxDescription = 8_000;

type Gate = (schema: unknown) => GateResult;

/** Builds the pool; on equal names a built-in wins. `gate` may remember earlier answers. */
export function buildToolPool(
  builtins: readonly BuiltinTool[],
  serverTools: readonly ServerTool[],
  gate: Gate = gateSchema,
): ToolPool {
  const names = nameTools(serverTools);
  const pooled = new Map<string, PooledTool>();
  const definitions: ToolDefinition[] = [];
  for (const tool of [...builtins].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (pooled.has(tool.name)) continue;
    pooled.set(tool.name, { kind: 'builtin', name: tool.name, tool });
    const { name, description, inputSchema } = tool;
    definitions.push({ name, description, input_schema: inputSchema });
  }
  const builtinCount = definitions.length;
  const verdicts = new Map<string, PoolVerdict>();
  const named = serverTools.map((tool) => ({ tool, name: names.nameOf(tool) ?? tool.name }));
  for (const { tool, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (verdicts.has(keyOf(tool)) || pooled.has(name)) continue;
    const gated = gate(tool.inputSchema);
    if (gated.kind === 'refused') {
      verdicts.set(keyOf(tool), { verdict: { kind: 'refused', reason: gated.reason } });
      continue;
    }
    const { kind } = gated;
    const verdict = kind === 'as-is' ? { kind } : { kind, notes: gated.notes };
    verdicts.set(keyOf(tool), { verdict, pooledName: name });
    const mark = annotationMark(tool.annotations);
    pooled.set(name, { kind: 'server', name, tool, mark });
    definitions.push({ name, description: describe(tool, mark), input_schema: gated.schema });
  }
  const byName = new Map(definitions.map((one) => [one.name, one]));
  const tokens = new Map<string, number>();
  return {
    definitions,
    builtinCount,
    find: (name) => pooled.get(name),
    definition: (name) => byName.get(name),
    tokens(name) {
      const known = tokens.get(name) ?? estimateTokens(JSON.stringify(byName.get(name) ?? ''));
      tokens.set(name, known);
      return known;
    },
    toolsOf: (server) =>
      [...pooled.values()].flatMap((one) =>
        one.kind === 'server' && one.tool.server === server
          ? [{ name: one.name, mark: one.mark }]
          : [],
      ),
    verdictOf: (tool) => verdicts.get(keyOf(tool)),
  };
}

function describe(tool: ServerTool, mark: string): string {
  const said = tool.description.trim() === '' ? tool.title : tool.description;
  return [cutText(said.trim(), maxDescription), mark].filter((part) => part !== '').join(' ');
}

const keyOf = ({ server, name }: ToolId): string => JSON.stringify([server, name]);
