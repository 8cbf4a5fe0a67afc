import type { ServerSummary } from '../../../shared/server.ts';
import { quoteInstructions, serverLine, serverWords, systemPrompt } from './systemPrompt.ts';
import type { ServerInstructions, Surroundings } from './systemPrompt.ts';

/** What a request says before and behind the conversation. */
export type Prompt = {
  readonly system: string;
  /** What is different by now. */
  readonly changes?: string | undefined;
};

/** What a system prompt is made of. */
export type PromptFacts = {
  readonly servers: readonly ServerSummary[];
  readonly instructions: readonly ServerInstructions[];
  readonly place: Surroundings;
  /** Of an agent that is not the lead. */
  readonly briefing?: string | undefined;
};

export const changesStart = '<server-changes>';

/** So long the API keeps a prompt that is not used (Messages API, "Prompt caching"). */
const cacheMs = 5 * 60_000;

/**
 * The system prompts of conversations. One stays as it is while requests follow each other, so that
 * all that stands behind it can come from the API's cache; what servers do meanwhile is told at the
 * end. It is written anew once the cache has forgotten it.
 */
export class KeptPrompts {
  readonly #kept = new Map<string, { facts: PromptFacts; system: string; usedAt: number }>();

  of(conversationId: string, facts: PromptFacts, now: number): Prompt {
    const kept = this.#kept.get(conversationId);
    if (kept && now - kept.usedAt < cacheMs && isSamePlace(kept.facts, facts)) {
      kept.usedAt = now;
      return { system: kept.system, changes: serverChanges(kept.facts, facts) };
    }
    const { servers, instructions, place, briefing } = facts;
    const common = systemPrompt(servers, instructions, place);
    const system = briefing === undefined ? common : `${common}\n\n${briefing}`;
    for (const [id, { usedAt }] of this.#kept) if (now - usedAt >= cacheMs) this.#kept.delete(id);
    this.#kept.set(conversationId, { facts, system, usedAt: now });
    return { system };
  }
}

function isSamePlace(a: PromptFacts, b: PromptFacts): boolean {
  return JSON.stringify([a.place, a.briefing]) === JSON.stringify([b.place, b.briefing]);
}

/** What is different about servers, in words for the model; undefined when nothing is. */
export function serverChanges(
  before: Pick<PromptFacts, 'servers' | 'instructions'>,
  now: Pick<PromptFacts, 'servers' | 'instructions'>,
): string | undefined {
  const [was, is] = [wordsByName(before.servers), wordsByName(now.servers)];
  const names = [...new Set([...was.keys(), ...is.keys()])].sort();
  const lines = names.flatMap((name) => {
    const [old, words] = [was.get(name), is.get(name)];
    if (old === words) return [];
    if (words === undefined) return [serverLine(name, 'removed from the settings')];
    return [serverLine(name, `${words} now (${old === undefined ? 'new' : `was: ${old}`})`)];
  });
  const told = new Map(before.instructions.map(({ server, text }) => [server, text]));
  const quoted = now.instructions
    .filter(({ server, text }) => told.get(server) !== text)
    .sort((a, b) => (a.server < b.server ? -1 : 1))
    .flatMap(({ server, text }) => quoteInstructions(server, text));
  if (lines.length === 0 && quoted.length === 0) return undefined;
  return [changesStart, ...lines, ...quoted, '</server-changes>'].join('\n');
}

function wordsByName(servers: readonly ServerSummary[]): ReadonlyMap<string, string> {
  return new Map(servers.map((server) => [server.name, serverWords(server)]));
}
