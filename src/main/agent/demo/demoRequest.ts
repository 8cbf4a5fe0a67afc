import { z } from 'zod';
import { isRecord } from '../../../shared/jsonPointer.ts';
import type { Schema } from '../../tools/schema/cleanSchema.ts';
import { channelStart } from '../../channels/channelMessage.ts';
import { fileStart, hookStart, resourceStart } from '../attachments/attachmentBlocks.ts';
import { backgroundStart } from '../background/backgroundText.ts';
import { changesStart } from '../request/keptPrompts.ts';

const Block = z.looseObject({ type: z.string() });
const Content = z.union([z.string().transform((text) => [{ type: 'text', text }]), z.array(Block)]);
const Body = z.object({
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: Content })),
  system: Content.default([]),
  tools: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().default(''),
        input_schema: z.record(z.string(), z.unknown()),
      }),
    )
    .default([]),
});

export type DemoTool = {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
};

/** A call made since the user's last message, with its result. */
export type DemoCall = {
  readonly name: string;
  readonly input: Schema;
  readonly result: string;
  readonly isError: boolean;
};

/** What the demo model reads out of a request; it knows nothing else. */
export type DemoRequest = {
  /** The user's last message. */
  readonly text: string;
  /** Whether something is attached to it. */
  readonly hasAttached: boolean;
  readonly tools: readonly DemoTool[];
  /** The servers that the system prompt lists. */
  readonly servers: readonly string[];
  readonly calls: readonly DemoCall[];
  /** Nothing is new but what servers pushed, or calls in the background came to. */
  readonly isPushed: boolean;
};

/** Reads the JSON body of a Messages-API request; throws when it is none. */
export function readDemoRequest(body: unknown): DemoRequest {
  const { messages, system, tools } = Body.parse(body);
  const at = messages
    .map((one) => one.role === 'user' && textOf(one.content) !== '')
    .lastIndexOf(true);
  const since = messages.slice(Math.max(0, at)).flatMap(({ role, content }, index) =>
    // Results beside the user's text belong to the turn before.
    index === 0 && role === 'user' ? [] : content,
  );
  const last = (messages.at(-1)?.content ?? []).filter((block) => !isChanges(block));
  const changes = messages.at(-1)?.content.filter(isChanges) ?? [];
  return {
    isPushed: last.length > 0 && last.every((block) => isPush(block)),
    text: textOf(messages[at]?.content ?? []),
    hasAttached: (messages[at]?.content ?? []).some(({ text }) =>
      attachments.some((start) => typeof text === 'string' && text.startsWith(start)),
    ),
    tools: tools.map(({ name, description, input_schema }) => ({
      name,
      description,
      schema: input_schema,
    })),
    servers: serversIn([...system, ...changes].map(({ text }) => String(text)).join('\n')),
    calls: since.flatMap((block) => {
      if (block.type !== 'tool_use') return [];
      const { id, name, input } = block as { id?: unknown; name?: unknown; input?: unknown };
      const result = since.find((one) => one.type === 'tool_result' && one['tool_use_id'] === id);
      return [
        {
          name: String(name),
          input: isRecord(input) ? input : {},
          result: resultText(result?.['content']),
          isError: result?.['is_error'] === true,
        },
      ];
    }),
  };
}

type Blocks = readonly { readonly [key: string]: unknown }[];

function textOf(blocks: Blocks): string {
  return blocks
    .flatMap(({ text }) => (typeof text === 'string' && !isAttachment(text) ? [text] : []))
    .join('\n');
}

const pushes = [channelStart, backgroundStart];

const isPush = ({ text }: Blocks[number]) =>
  typeof text === 'string' && pushes.some((start) => text.startsWith(start));

const isChanges = ({ text }: Blocks[number]) =>
  typeof text === 'string' && text.startsWith(changesStart);

const attachments = [resourceStart, fileStart];

/** What goes with a message is not what the user said. */
const isAttachment = (text: string) =>
  [...attachments, hookStart, ...pushes, changesStart].some((start) => text.startsWith(start));

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? textOf(content.filter(isRecord)) : '';
}

/** The lines of systemPrompt's server list, such as `- "docs": connected`. */
function serversIn(system: string): string[] {
  return [...system.matchAll(/^- ("(?:[^"\\]|\\.)+"): /gm)].flatMap(([, quoted]) => {
    const name: unknown = JSON.parse(quoted ?? '""');
    return typeof name === 'string' ? [name] : [];
  });
}
