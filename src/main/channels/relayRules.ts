import { z } from 'zod';
import type { OpenPrompt } from '../permissions/prompts.ts';
import { cutText } from '../tools/codePoints.ts';
import { cleanText } from './channelMessage.ts';

/** A prompt that was sent to servers under an id. */
export type RelayedRequest = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly prompt: OpenPrompt;
  /** Which connection of each server it was sent over, by the time it was made. */
  readonly sentTo: ReadonlyMap<string, number>;
};

/** What an answer comes to; `why` is for the log. */
export type JudgedAnswer =
  | {
      readonly kind: 'counts';
      readonly request: RelayedRequest;
      readonly answer: 'allow-once' | 'deny';
    }
  | { readonly kind: 'ignored'; readonly why: string };

/** Without l, which looks like 1. */
const letters = 'abcdefghijkmnopqrstuvwxyz';
const idLength = 5;
/** Nobody wants to be asked to type one of these. */
const ugly =
  /anus|arse|ass|bitch|boob|cock|coon|crap|cum|cunt|damn|dead|dick|dyke|fag|fuck|heck|hoe|homo|jew|kike|kkk|kys|muff|nazi|nig|paki|pee|perv|piss|poo|porn|puss|queer|rape|satan|sex|shit|spic|suck|tit|turd|twat|wank|whore/;
const maxDescription = 200;
const maxPreview = 200;
/** An answer that comes later is none: whoever gives it may think of something else. */
const validMs = 24 * 60 * 60_000;

/** Five letters that none of the open requests has; `random` is in [0, 1). */
export function newRequestId(random: () => number, isOpen: (id: string) => boolean): string {
  for (;;) {
    const id = Array.from(
      { length: idLength },
      () => letters[Math.floor(random() * letters.length)] ?? 'a',
    ).join('');
    if (!ugly.test(id) && !isOpen(id)) return id;
  }
}

/** The params of `notifications/claude/channel/permission_request`. */
export function requestParams(id: string, prompt: OpenPrompt) {
  return {
    request_id: id,
    tool_name: prompt.pooledName,
    description: cutText(cleanText(describe(prompt)), maxDescription),
    input_preview: cutText(cleanText(prompt.preview), maxPreview),
  };
}

/** In English, whatever the app's language: it goes to wherever the server takes it. */
function describe(open: OpenPrompt): string {
  const { server, title, prompt } = open;
  const what = `${server === '' ? 'Patchbay' : server}: ${title.replace(/\s+/g, ' ')}`;
  const marks = prompt.tags.length > 0 ? ` (${prompt.tags.join(', ')})` : '';
  const only = mayBeAllowed(open) ? '' : ' It can be allowed in Patchbay only, and denied here.';
  return `${cutText(what, 100)}${marks}.${only}`;
}

/** A server is not asked about its own tools: it would answer for itself. */
export function mayBeSent(server: string, prompt: OpenPrompt): boolean {
  return server !== prompt.server;
}

/**
 * Whether a yes from elsewhere counts. Not for a tool that has changed since it was allowed, nor
 * where a rule may forbid the call: who says yes has to see all of it, and a request shows a part.
 */
function mayBeAllowed({ prompt: { reason, rule } }: OpenPrompt): boolean {
  return reason !== 'changed' && !(reason === 'unclear' && rule?.verdict === 'deny');
}

/** The params of `notifications/claude/channel/permission`. */
const Answer = z.looseObject({ request_id: z.string(), behavior: z.enum(['allow', 'deny']) });

/** What a server's answer comes to; `open` finds the requests that still wait for theirs. */
export function judgeAnswer(
  server: string,
  params: unknown,
  open: (id: string) => RelayedRequest | undefined,
  now: number,
): JudgedAnswer {
  const parsed = Answer.safeParse(params);
  if (!parsed.success) return ignored('it can not be read');
  const { request_id: id, behavior } = parsed.data;
  const shown = JSON.stringify(cutText(cleanText(id), 20));
  const request = open(id);
  if (request === undefined) return ignored(`no open question has the id ${shown}`);
  if (!request.sentTo.has(server)) return ignored(`it was not asked ${shown}`);
  if (now - request.at > validMs) return ignored(`${shown} was asked more than a day ago`);
  if (behavior === 'allow' && !mayBeAllowed(request.prompt)) {
    return ignored(`what ${shown} asks can be allowed in Patchbay only`);
  }
  return { kind: 'counts', request, answer: behavior === 'allow' ? 'allow-once' : 'deny' };
}

function ignored(why: string): JudgedAnswer {
  return { kind: 'ignored', why };
}
