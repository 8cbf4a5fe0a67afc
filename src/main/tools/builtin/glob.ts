import type { RunGit } from '../files/gitFiles.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { readableSubject } from './pathSubject.ts';
import { said } from './said.ts';
import { patternOf, searchPlace } from './searchPlace.ts';

const mostNames = 500;

/** The tool by which the model finds files by their names. */
export function createGlob(git: RunGit): BuiltinTool {
  return {
    name: 'glob',
    title: 'Find files',
    description:
      'Find files of the workspace by a pattern such as src/**/*.ts or *.{md,txt}. Links are not ' +
      'followed; what git ignores, .git, node_modules and the like are passed over.',
    inputSchema: {
      type: 'object',
      properties: {
        pattern: { type: 'string', minLength: 1 },
        path: { type: 'string', description: 'The folder to look in; the workspace by default' },
      },
      required: ['pattern'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    permission: 'allow',
    needsWorkspace: true,
    subject: readableSubject,
    async run({ pattern, path = '.' }, context) {
      const expression = patternOf(String(pattern));
      const place = await searchPlace(String(path), context, git);
      const { names, isCut } = await place.files((name) => expression.test(name));
      const lines = names.slice(0, mostNames);
      if (names.length > mostNames) lines.push(`(and ${names.length - mostNames} more)`);
      if (isCut)
        lines.push('(there are more files than could be looked at; take a smaller folder)');
      const text = lines.join('\n') || 'No file fits.';
      return said(text, { code: 'files-found', count: names.length });
    },
  };
}
