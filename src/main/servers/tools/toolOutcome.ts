import { z } from 'zod';
import { listAsSent } from '../connection/asSent.ts';
import type { ToolContent, ToolOutcome } from './serverTool.ts';

const text = z.string().optional().catch(undefined);

/** MCP's ContentBlock; a block that fits none of these stays as it was sent. */
const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    description: text,
    mimeType: text,
  }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({ uri: z.string(), mimeType: text, text, blob: text }),
  }),
]);

/** Reads what a server answered to tools/call, block by block. */
export function toolOutcome(result: {
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}): ToolOutcome {
  const { structuredContent, isError } = result;
  return {
    content: (listAsSent(result) ?? []).map(contentOf),
    ...(structuredContent === undefined ? {} : { structuredContent }),
    isError: isError === true,
  };
}

function contentOf(block: unknown): ToolContent {
  const parsed = Block.safeParse(block);
  return parsed.success ? parsed.data : { type: 'unknown', value: block };
}
