import { z } from 'zod';
import { AppFailure } from '../../../shared/errors.ts';
import type {
  ResourceContent,
  ResourceInfo,
  ResourceTemplateInfo,
} from '../../../shared/resource.ts';
import { listAsSent } from '../connection/asSent.ts';

/** What one answer to resources/read may hold in all, in bytes. */
export type ReadLimits = { readonly text: number; readonly blob: number };
/** Where it goes into a message. */
export const messageLimits: ReadLimits = { text: 1_000_000, blob: 5_000_000 };
/** Where a person only looks at it. */
export const lookLimits: ReadLimits = { text: 20_000_000, blob: 20_000_000 };

const Text = z.string().optional().catch(undefined);
const listed = {
  name: z.string().optional().catch(undefined),
  title: Text,
  description: Text,
  mimeType: Text,
};

/** MCP's Resource; what we can do without counts as absent when it is of the wrong type. */
const ListedResource = z.object({
  ...listed,
  uri: z.string().min(1).max(8192),
  size: z.number().nonnegative().optional().catch(undefined),
});
const ListedTemplate = z.object({ ...listed, uriTemplate: z.string().min(1).max(8192) });
const Contents = z.object({ uri: Text, mimeType: Text, text: Text, blob: Text });

/** Reads a server's resources one by one; a malformed one, or a second of a URI, is left out. */
export function checkResources(server: string, items: readonly unknown[]): readonly ResourceInfo[] {
  const found = new Map<string, ResourceInfo>();
  for (const item of items) {
    const parsed = ListedResource.safeParse(item);
    if (!parsed.success || found.has(parsed.data.uri)) continue;
    const { uri, name, mimeType: mediaType, ...rest } = parsed.data;
    found.set(uri, { server, uri, name: nameOr(name, uri), mediaType, ...rest });
  }
  return [...found.values()];
}

/** The same for templates. */
export function checkTemplates(
  server: string,
  items: readonly unknown[],
): readonly ResourceTemplateInfo[] {
  const found = new Map<string, ResourceTemplateInfo>();
  for (const item of items) {
    const parsed = ListedTemplate.safeParse(item);
    if (!parsed.success || found.has(parsed.data.uriTemplate)) continue;
    const { uriTemplate, name, mimeType: mediaType, ...rest } = parsed.data;
    found.set(uriTemplate, {
      server,
      uriTemplate,
      name: nameOr(name, uriTemplate),
      mediaType,
      ...rest,
    });
  }
  return [...found.values()];
}

/**
 * The parts of an answer to resources/read; what has neither text nor data is left out. Throws
 * `server/resource-too-big` when they are larger than `limits`.
 */
export function readContents(
  server: string,
  uri: string,
  result: unknown,
  limits = messageLimits,
): readonly ResourceContent[] {
  let text = 0;
  let blob = 0;
  const contents = (listAsSent(result) ?? []).flatMap((item): ResourceContent[] => {
    const parsed = Contents.safeParse(item);
    if (!parsed.success) return [];
    const { mimeType: mediaType, ...part } = parsed.data;
    const about = { uri: part.uri ?? uri, mediaType };
    if (part.text !== undefined) {
      text += Buffer.byteLength(part.text);
      return [{ ...about, text: part.text }];
    }
    if (part.blob === undefined) return [];
    blob += Math.floor((part.blob.length * 3) / 4);
    return [{ ...about, data: part.blob }];
  });
  if (text > limits.text) throw tooBig(server, uri, text, limits.text);
  if (blob > limits.blob) throw tooBig(server, uri, blob, limits.blob);
  return contents;
}

/** `size` and `limit` are in megabytes. */
function tooBig(server: string, uri: string, bytes: number, most: number): AppFailure {
  const megabytes = (value: number) => Math.ceil(value / 100_000) / 10;
  const params = { server, uri, size: megabytes(bytes), limit: megabytes(most) };
  return new AppFailure({
    code: 'server/resource-too-big',
    message: `${uri} of ${server} has ${params.size} MB, and at most ${params.limit} MB can be taken.`,
    params,
  });
}

function nameOr(name: string | undefined, address: string): string {
  return name === undefined || name.trim() === '' ? address : name;
}
