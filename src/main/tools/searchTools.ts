import type { ToolDefinition } from './toolPool.ts';

/** Where a word is found tells how well the tool fits. */
const weight = { name: 6, description: 2, argument: 1 };

type Candidate = {
  readonly tool: ToolDefinition;
  readonly name: string;
  readonly description: string;
  readonly arguments: string;
};

/**
 * The tools whose names, descriptions or arguments have words of the query, best first. A word counts
 * the more the fewer tools have it; a tool that is named whole comes first.
 */
export function searchTools(
  tools: readonly ToolDefinition[],
  query: string,
  limit: number,
): readonly ToolDefinition[] {
  const asked = query.toLowerCase();
  const words = [...new Set(asked.match(/[\p{L}\p{N}]+/gu) ?? [])];
  const candidates = tools.map(candidate);
  const scores = new Map<Candidate, number>();
  for (const word of words) {
    const hits = candidates.flatMap((one): [Candidate, number][] => {
      const points = pointsOf(one, word);
      return points === 0 ? [] : [[one, points]];
    });
    const rarity = Math.log(1 + candidates.length / Math.max(1, hits.length));
    for (const [one, points] of hits) scores.set(one, (scores.get(one) ?? 0) + points * rarity);
  }
  return [...scores]
    .map(([one, score]) => ({
      tool: one.tool,
      score: asked.includes(one.name) ? score + 1e6 : score,
    }))
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .slice(0, limit)
    .map(({ tool }) => tool);
}

/** A tool as one line, for a regular expression. */
export function toolLine({ name, description, input_schema }: ToolDefinition): string {
  return `${name} ${description} ${argumentWords(input_schema)}`.replace(/\s+/g, ' ');
}

function candidate(tool: ToolDefinition): Candidate {
  return {
    tool,
    name: tool.name.toLowerCase(),
    description: tool.description.toLowerCase(),
    arguments: argumentWords(tool.input_schema).toLowerCase(),
  };
}

function argumentWords({ properties }: ToolDefinition['input_schema']): string {
  if (typeof properties !== 'object' || properties === null) return '';
  return Object.entries(properties)
    .map(([name, schema]: [string, unknown]) => {
      const about: unknown =
        typeof schema === 'object' && schema !== null && 'description' in schema
          ? schema.description
          : '';
      return typeof about === 'string' ? `${name} ${about}` : name;
    })
    .join(' ');
}

function pointsOf(one: Candidate, word: string): number {
  return (
    weight.name * fit(one.name, word) +
    weight.description * fit(one.description, word) +
    weight.argument * fit(one.arguments, word)
  );
}

/** A whole word fits better than a part of one; `_` parts words, as names do it. */
function fit(text: string, word: string): number {
  for (let at = text.indexOf(word), found = 0; ; at = text.indexOf(word, at + 1)) {
    if (at === -1) return found;
    const isWhole = !isLetter(text[at - 1]) && !isLetter(text[at + word.length]);
    if (isWhole) return 1;
    found = 0.5;
  }
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);
