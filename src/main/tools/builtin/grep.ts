import { AppFailure } from '../../../shared/errors.ts';
import { createLineMatcher } from '../files/lineMatcher.ts';
import type { LineMatcher } from '../files/lineMatcher.ts';
import { readBytes, textOf } from '../files/textFile.ts';
import type { BuiltinContext, BuiltinTool } from './builtinTool.ts';
import { said } from './said.ts';
import { folderSubject, patternOf, searchPlace } from './searchPlace.ts';

const mostLines = 300;
const limitMs = 30_000;

/** The tool by which the model finds lines in files. */
export function createGrep(): BuiltinTool {
  return {
    name: 'grep',
    title: 'Search in files',
    description:
      'Find the lines in text files of the workspace that a regular expression (JavaScript) fits. ' +
      `Tells at most ${mostLines} lines. Links are not followed; .git, node_modules and the like are passed over.`,
    inputSchema: {
      type: 'object',
      properties: {
        pattern: { type: 'string', minLength: 1 },
        path: {
          type: 'string',
          description: 'The folder or file to look in; the workspace by default',
        },
        glob: { type: 'string', description: 'Only files that fit, such as *.ts or src/**' },
        ignore_case: { type: 'boolean' },
      },
      required: ['pattern'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    permission: 'allow',
    needsWorkspace: true,
    subject: folderSubject,
    async run({ pattern, path = '.', glob = '**', ignore_case: ignoreCase }, context) {
      const expression = patternOf(String(glob));
      const place = await searchPlace(String(path), context);
      const { signal } = context;
      const options = { ignoreCase: ignoreCase === true, limitMs, signal };
      const matcher = createLineMatcher(String(pattern), options);
      try {
        const { names, isCut } = await place.files((name) => expression.test(name));
        const found = await search(names, matcher, context);
        const lines = found.slice(0, mostLines);
        if (found.length > mostLines) lines.push('(there are more; take a narrower pattern)');
        if (isCut) lines.push('(there are more files than could be looked at)');
        return said(lines.join('\n') || 'No line fits.', {
          code: 'lines-found',
          count: Math.min(found.length, mostLines),
        });
      } finally {
        await matcher.close();
      }
    },
  };
}

async function search(
  names: readonly string[],
  matcher: LineMatcher,
  { workspace, signal }: BuiltinContext,
): Promise<string[]> {
  const room = await workspace();
  const found: string[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    const text = await textIn(name);
    if (text === undefined) continue;
    for (const match of await matcher.match(text))
      found.push(`${name}:${match.line}: ${match.text}`);
    if (found.length > mostLines) break;
  }
  return found;

  /** What is binary, too big or gone meanwhile holds no line. */
  async function textIn(name: string): Promise<string | undefined> {
    try {
      return textOf(await readBytes(await room.locate(name)))?.text;
    } catch (thrown) {
      if (thrown instanceof AppFailure) return undefined;
      throw thrown;
    }
  }
}
