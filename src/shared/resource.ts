import { z } from 'zod';
import type { AppError } from './errors.ts';
import { KeptFile } from './keptFile.ts';

/** A resource as a server lists it (MCP Resource). */
export type ResourceInfo = {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mediaType?: string | undefined;
  /** Bytes, when the server says so. */
  readonly size?: number | undefined;
};

/** An RFC 6570 template of resources (MCP ResourceTemplate). */
export type ResourceTemplateInfo = Omit<ResourceInfo, 'uri' | 'size'> & {
  readonly uriTemplate: string;
};

/** What a server answered to resources/read. `data` is base64. */
export type ResourceContent = {
  readonly uri: string;
  readonly mediaType?: string | undefined;
  readonly text?: string | undefined;
  readonly data?: string | undefined;
};

/** A prompt as a server lists it (MCP Prompt). */
export type PromptInfo = {
  readonly server: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments: readonly {
    readonly name: string;
    readonly title?: string | undefined;
    readonly description?: string | undefined;
    readonly required: boolean;
  }[];
};

/** What a completion is for (MCP completion/complete). */
export const CompletionTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompt'), name: z.string() }),
  z.object({ kind: z.literal('template'), uriTemplate: z.string() }),
]);
export type CompletionTarget = z.infer<typeof CompletionTarget>;

/** A resource that goes with a message; its content is read when the message is sent. */
const ResourceAttachment = z.object({
  kind: z.literal('resource'),
  server: z.string(),
  uri: z.string(),
  name: z.string(),
});
export type ResourceAttachment = z.infer<typeof ResourceAttachment>;

/**
 * A file that goes with a message, kept as it was when it was chosen: an image, a PDF or a text, by
 * its content. `name` is what the person calls it.
 */
export const FileAttachment = z.object({
  kind: z.literal('file'),
  name: z.string().min(1).max(255),
  mediaType: z.string().max(100),
  file: KeptFile,
});
export type FileAttachment = z.infer<typeof FileAttachment>;

export const Attachment = z.discriminatedUnion('kind', [ResourceAttachment, FileAttachment]);
export type Attachment = z.infer<typeof Attachment>;

/** A file that can't go with a message, and why. */
export type UnreadFile = {
  readonly kind: 'unread';
  readonly name: string;
  readonly error: AppError;
};

/**
 * A resource as it was read, kept with the message: a text, or an image or PDF in a file. `data`
 * (base64) is there until the file is, and in what versions before files have kept.
 */
const ReadResource = ResourceAttachment.extend({
  mediaType: z.string().optional(),
  text: z.string().optional(),
  file: KeptFile.optional(),
  data: z.string().optional(),
});
export type ReadResource = z.infer<typeof ReadResource>;

/** What went with a message. A file may be missing from a conversation that was imported. */
export const ReadAttachment = z.discriminatedUnion('kind', [
  ReadResource,
  FileAttachment.extend({ file: KeptFile.optional() }),
]);
export type ReadAttachment = z.infer<typeof ReadAttachment>;
