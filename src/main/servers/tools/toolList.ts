import { z } from 'zod';
import type { ToolNote } from '../../../shared/toolNote.ts';
import type { RefusedTool, ServerTool } from './serverTool.ts';

export type ToolList = {
  readonly tools: readonly ServerTool[];
  readonly refused: readonly RefusedTool[];
};

const Hint = z.boolean().optional().catch(undefined);
const Text = z.string().optional().catch(undefined);

/** MCP's Tool, but for what we can do without: a hint or title of the wrong type counts as absent. */
const ListedTool = z.object({
  name: z.string().min(1).max(512),
  title: Text,
  description: Text,
  inputSchema: z.unknown().optional(),
  annotations: z
    .object({
      title: Text,
      readOnlyHint: Hint,
      destructiveHint: Hint,
      idempotentHint: Hint,
      openWorldHint: Hint,
    })
    .default({})
    .catch({}),
});

/** Checks tool by tool: a malformed one is set aside with the reason and harms no other. */
export function checkTools(server: string, listed: readonly unknown[]): ToolList {
  const tools: ServerTool[] = [];
  const refused: RefusedTool[] = [];
  const names = new Set<string>();
  for (const [index, item] of listed.entries()) {
    const parsed = ListedTool.safeParse(item);
    if (!parsed.success) {
      refused.push({ server, name: nameOf(item, index), reason: reasonOf(parsed.error) });
      continue;
    }
    const { name, title, description, inputSchema, annotations } = parsed.data;
    const problem = names.has(name)
      ? ({ code: 'same-name' } as const)
      : problemOfSchema(inputSchema);
    if (problem !== undefined) {
      refused.push({ server, name, reason: problem });
      continue;
    }
    names.add(name);
    tools.push({
      server,
      name,
      title: title ?? annotations.title ?? name,
      description: description ?? '',
      inputSchema,
      annotations,
    });
  }
  return { tools, refused };
}

function problemOfSchema(schema: unknown): ToolNote | undefined {
  if (schema === undefined) return { code: 'no-schema' };
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
    ? undefined
    : { code: 'schema-not-object' };
}

function nameOf(item: unknown, index: number): string {
  const named = z.object({ name: z.string().min(1) }).safeParse(item);
  return named.success ? named.data.name.slice(0, 512) : `#${index + 1}`;
}

function reasonOf(error: z.ZodError): ToolNote {
  const [issue] = error.issues;
  if (issue === undefined || issue.path.length === 0) return { code: 'not-an-object' };
  if (issue.code === 'too_small') return { code: 'no-name' };
  if (issue.code === 'too_big') return { code: 'name-too-long' };
  return { code: 'wrong-field', params: { field: issue.path.join('.') } };
}
