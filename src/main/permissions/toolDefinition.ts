import type { ServerTool } from '../servers/tools/serverTool.ts';
import { canonicalJson, digestOf } from './canonicalJson.ts';

/** What a person allowed when they allowed a tool: all that its server said about it. */
export type ToolDefinitionPin = {
  /** Of all of it, in hex. */
  readonly hash: string;
  /** The same as lines to read and to compare, cut where it is very long. */
  readonly text: string;
};

const longestText = 64 * 1024;

export function definitionOf(tool: ServerTool, version?: string): ToolDefinitionPin {
  const { name, title, description, inputSchema, annotations } = tool;
  const hash = digestOf({
    name,
    title,
    description,
    inputSchema,
    annotations,
    ...(version !== undefined && { version }),
  });
  const text = [
    `${name}: ${title}`,
    ...(version === undefined ? [] : [`of ${version}`]),
    '',
    description,
    '',
    `annotations ${canonicalJson(annotations)}`,
    `inputSchema ${sortedLines(inputSchema)}`,
  ].join('\n');
  return { hash, text: text.slice(0, longestText) };
}

/** Indented, with the keys in the same order whatever order the server sent. */
function sortedLines(value: unknown): string {
  const parsed: unknown = JSON.parse(canonicalJson(value));
  return JSON.stringify(parsed, null, 2);
}
