/**
 * Why a tool was refused or repaired, as a key of the words (`verdicts` namespace) and what stands in
 * them: the main process decides, the window says it in the language shown.
 */
export const toolNoteCodes = [
  // Refused: it is not what MCP calls a tool.
  'not-an-object',
  'no-name',
  'name-too-long',
  'wrong-field',
  'same-name',
  'no-schema',
  'schema-not-object',
  'schema-leads-nowhere',
  'schema-too-large',
  'header-name',
  'header-place',
  'header-twice',
  'header-unsure',
  // Repaired: what the Messages API would not take.
  'schema-unstated',
  'root-reference',
  'root-type',
  'merged',
  'only-kinds',
  'illegal-names',
  'bad-keyword',
  'no-part',
  'too-deep',
  'dead-reference',
] as const;
export type ToolNoteCode = (typeof toolNoteCodes)[number];

export type ToolNote = {
  readonly code: ToolNoteCode;
  readonly params?: Readonly<Record<string, string>> | undefined;
};
