import { z } from 'zod';
import { mostAttachments } from '../../../shared/attachLimits.ts';
import type { PromptInfo, ResourceAttachment } from '../../../shared/resource.ts';
import { listAsSent } from '../connection/asSent.ts';

/** A prompt ready for the composer. */
export type PromptText = {
  readonly text: string;
  readonly attachments: readonly ResourceAttachment[];
  readonly images: readonly { readonly name: string; readonly bytes: Uint8Array }[];
};

const mostArguments = 100;

const Text = z.string().optional().catch(undefined);
const Argument = z.object({
  name: z.string().min(1),
  title: Text,
  description: Text,
  required: z.boolean().optional().catch(undefined),
});
const ListedPrompt = z.object({
  name: z.string().min(1).max(512),
  title: Text,
  description: Text,
  arguments: z.array(z.unknown()).optional().catch(undefined),
});

/** Reads a server's prompts one by one; a malformed one, or a second of a name, is left out. */
export function checkPrompts(server: string, items: readonly unknown[]): readonly PromptInfo[] {
  const found = new Map<string, PromptInfo>();
  for (const item of items) {
    const parsed = ListedPrompt.safeParse(item);
    if (!parsed.success || found.has(parsed.data.name)) continue;
    const { arguments: asked = [], ...prompt } = parsed.data;
    const args = asked.slice(0, mostArguments).flatMap((one) => {
      const argument = Argument.safeParse(one);
      if (!argument.success) return [];
      return [{ ...argument.data, required: argument.data.required === true }];
    });
    found.set(prompt.name, { server, ...prompt, arguments: args });
  }
  return [...found.values()];
}

const Linked = z.object({ uri: z.string().min(1), name: Text, title: Text });
const Content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), mimeType: z.string(), data: z.string() }),
  z.object({ type: z.literal('audio'), mimeType: z.string() }),
  Linked.extend({ type: z.literal('resource_link') }),
  z.object({ type: z.literal('resource'), resource: Linked }),
]);
const Message = z.object({ role: z.enum(['user', 'assistant']), content: z.unknown() });

/**
 * What to put in the composer for an answer to prompts/get: the texts as they are, resources and
 * images as attachments. Who speaks is said only when the prompt has the model speak too.
 */
export function promptText(server: string, result: unknown): PromptText {
  const messages = (listAsSent(result) ?? []).flatMap((item) => {
    const parsed = Message.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
  const isTalk = messages.some(({ role }) => role === 'assistant');
  const texts: string[] = [];
  const attachments = new Map<string, ResourceAttachment>();
  const images: { name: string; bytes: Uint8Array }[] = [];
  for (const { role, content } of messages) {
    const parsed = Content.safeParse(content);
    if (!parsed.success) continue;
    const block = parsed.data;
    if (block.type === 'text') texts.push(isTalk ? `[${role}]\n${block.text}` : block.text);
    else if (block.type === 'audio') texts.push(`(${block.mimeType})`);
    else if (block.type === 'image') {
      const name = `${server}-${images.length + 1}.${block.mimeType.replace(/^.*\//, '')}`;
      images.push({ name, bytes: Buffer.from(block.data, 'base64') });
    } else {
      const { uri, title, name } = block.type === 'resource' ? block.resource : block;
      attachments.set(uri, { kind: 'resource', server, uri, name: title ?? name ?? uri });
    }
  }
  return {
    text: texts.join('\n\n').trim(),
    attachments: [...attachments.values()].slice(0, mostAttachments),
    images: images.slice(0, mostAttachments),
  };
}
