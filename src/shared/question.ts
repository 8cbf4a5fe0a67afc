import { z } from 'zod';

/** Where a server's question belongs: the call that made it ask, when there is one. */
const about = {
  id: z.string(),
  server: z.string(),
  at: z.number(),
  conversationId: z.string().optional(),
  itemId: z.string().optional(),
};

/** A message of a sampling request (MCP SamplingMessage). `data` is base64. */
const SamplingText = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  images: z.array(z.object({ mediaType: z.string(), data: z.string() })),
});

/**
 * Something that a server asks of the person and waits for: a form or a page to open (MCP
 * elicitation/create), the use of the model (sampling/createMessage), or a sign-in; that one is
 * accepted by signing in.
 */
export const Question = z.discriminatedUnion('kind', [
  z.object({
    ...about,
    kind: z.literal('form'),
    message: z.string(),
    /** The requestedSchema: a flat JSON Schema object of primitives and enums. */
    schema: z.record(z.string(), z.unknown()),
  }),
  z.object({
    ...about,
    kind: z.literal('url'),
    message: z.string(),
    /** As it will be opened: http or https, parsed and written anew. */
    url: z.string(),
    /** The host in Unicode where it differs from the one in the URL, which is Punycode then. */
    unicodeHost: z.string().optional(),
    /** It stands in the browser; the server, or the person, will say that it is dealt with. */
    opened: z.boolean(),
  }),
  z.object({
    ...about,
    kind: z.literal('sampling'),
    systemPrompt: z.string().optional(),
    messages: z.array(SamplingText),
    /** The model that would answer, and the limit the server asks for. */
    model: z.string(),
    maxTokens: z.number(),
  }),
  z.object({
    ...about,
    kind: z.literal('sign-in'),
    /** `more`: signed in, and the server wants consent to more than that. */
    reason: z.enum(['never', 'stale', 'more']),
    /** With `more`: what is asked for, as the server names it. */
    scopes: z.array(z.string()),
  }),
]);
export type Question = z.infer<typeof Question>;

/** `content` holds the fields of a form (MCP ElicitResult); nothing else carries any. */
export const QuestionAnswer = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('accept'),
    content: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .optional(),
  }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
]);
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;
