import { AppFailure } from '../../../shared/errors.ts';
import { createLineMatcher } from '../files/lineMatcher.ts';
import type { RunGit } from '../files/gitFiles.ts';
import type { LineMatcher } from '../files/lineMatcher.ts';
import { readBytes, textOf } from '../files/textFile.ts';
import type { BuiltinContext, BuiltinTool } from './builtinTool.ts';
import { readablePlace, readableSubject } from './pathSubject.ts';
import { said } from './said.ts';
import { patternOf, searchPlace } from './searchPlace.ts';

const mostLines = 300;
const limitMs = 30_000;

/** The tool by which the model finds lines in files. */
export function createGrep(git: RunGit): BuiltinTool {
  return {
    name: 'grep',
    title: 'Search in files',
    description:
      'Find the lines in text files of the workspace that a regular expression (JavaScript) fits. ' +
      `Tells at most ${mostLines} lines. Links are not followed; what git ignores, ` +
      '.git, node_modules and the like are passed over.',
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
    subject: readableSubject,
    async run({ pattern, path = '.', glob = '**', ignore_case: ignoreCase }, context) {
      const expression = patternOf(String(glob));
      const place = await searchPlace(String(path), context, git);
      const { signal } = context;
      const options = { ignoreCase: ignoreCase === true, limitMs, signal };
      const matcher = createLineMatcher(String(pattern), options);
      try {
        const { names, isCut } = await place.files((name) => expression.test(name));
        const { found, withheld } = await search(names, matcher, context);
        const lines = found.slice(0, mostLines);
        if (found.length > mostLines) lines.push('(there are more; take a narrower pattern)');
        if (isCut) lines.push('(there are more files than could be looked at)');
        if (withheld > 0) {
          lines.push(
            `(${withheld} files are passed over: rules of the user for read_file hold them back)`,
          );
        }
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
  context: BuiltinContext,
): Promise<{ readonly found: string[]; readonly withheld: number }> {
  const found: string[] = [];
  let withheld = 0;
  for (const name of names) {
    context.signal.throwIfAborted();
    // What a rule keeps from read_file is not to be read this way either.
    if (!context.mayRead(name)) {
      withheld += 1;
      continue;
    }
    const text = await textIn(name);
    if (text === undefined) continue;
    for (const match of await matcher.match(text))
      found.push(`${name}:${match.line}: ${match.text}`);
    if (found.length > mostLines) break;
  }
  return { found, withheld };

  /** What is binary, too big or gone meanwhile holds no line. */
  async function textIn(name: string): Promise<string | undefined> {
    try {
      return textOf(await readBytes(await readablePlace(name, context)))?.text;
    } catch (thrown) {
      if (thrown instanceof AppFailure) return undefined;
      throw thrown;
    }
  }
}
