import { cutText } from '../codePoints.ts';
import { createLineMatcher } from '../files/lineMatcher.ts';
import { searchTools, toolLine } from '../searchTools.ts';
import type { ToolDefinition } from '../toolPool.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { said } from './said.ts';

export const toolSearchName = 'tool_search';

const usual = 5;
const most = 20;
const regexLimitMs = 5_000;
const descriptionStart = 200;

/** The same whatever tools there are, so that a server which comes or goes changes no request. */
export const toolSearchDefinition: ToolDefinition = {
  name: toolSearchName,
  description:
    'Find tools of the connected MCP servers, most of which are not listed here. Search by what ' +
    'the tool should do; those that are found can be called from your next answer on.',
  input_schema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        description: 'Words of the name, description or arguments, in English as a rule',
      },
      regex: { type: 'boolean', description: 'The query is a JavaScript regular expression' },
      limit: { type: 'integer', minimum: 1, maximum: most, description: `${usual} by default` },
    },
    required: ['query'],
  },
};

/**
 * The tool by which the model finds others where they are too many for every request. What it finds
 * is `loaded`: in the requests of the conversation from then on.
 */
export function createToolSearch(tools: readonly ToolDefinition[]): BuiltinTool {
  return {
    name: toolSearchName,
    title: 'Find tools',
    description: toolSearchDefinition.description,
    inputSchema: toolSearchDefinition.input_schema,
    annotations: { readOnlyHint: true, openWorldHint: false },
    permission: 'allow',
    async run({ query, regex, limit = usual }, { signal }) {
      const words = String(query);
      const count = Number(limit);
      const found =
        regex === true
          ? await matching(tools, words, count, signal)
          : searchTools(tools, words, count);
      if (found.length === 0) {
        return said(`No tool fits. There are ${tools.length}; try other words.`, {
          code: 'tools-found',
          count: 0,
        });
      }
      const lines = found.map(
        ({ name, description }) => `- ${name}: ${cutText(description, descriptionStart)}`,
      );
      return {
        ...said(`You can call these from now on:\n${lines.join('\n')}`, {
          code: 'tools-found',
          count: found.length,
        }),
        loaded: found.map(({ name }) => name),
      };
    },
  };
}

async function matching(
  tools: readonly ToolDefinition[],
  pattern: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly ToolDefinition[]> {
  const matcher = createLineMatcher(pattern, { ignoreCase: true, limitMs: regexLimitMs, signal });
  try {
    const lines = await matcher.match(tools.map(toolLine).join('\n'));
    return lines.slice(0, limit).flatMap(({ line }) => tools[line - 1] ?? []);
  } finally {
    await matcher.close();
  }
}
