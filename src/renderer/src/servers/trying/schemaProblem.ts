/** What does not fit: a keyword of the schema, with its value where that is short. */
export type SchemaProblem = { readonly keyword: string; readonly value?: string | undefined };

/** The form's library carries texts; the words are chosen where they are shown, in the language then. */
export const writeProblem = (problem: SchemaProblem): string => JSON.stringify(problem);

/** Undefined for what is none of ours. */
export function readProblem(text: string): SchemaProblem | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('keyword' in value)) return undefined;
    const stated = 'value' in value && typeof value.value === 'string' ? value.value : undefined;
    return { keyword: String(value.keyword), value: stated };
  } catch {
    return undefined;
  }
}
