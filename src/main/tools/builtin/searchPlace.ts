import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { globPattern } from '../files/globPattern.ts';
import { repositoryFiles } from '../files/gitFiles.ts';
import type { RunGit } from '../files/gitFiles.ts';
import type { Walk } from '../files/walkFiles.ts';
import type { BuiltinContext } from './builtinTool.ts';
import { readablePlace } from './pathSubject.ts';

/** Where a search looks: a folder with all below it, or one file. */
export type SearchPlace = {
  /** The files whose path from there fits, each by its path in the workspace. */
  files(fits: (name: string) => boolean): Promise<Walk>;
};

/** Throws `workspace/no-folder` when there is nothing. */
export async function searchPlace(
  path: string,
  context: BuiltinContext,
  git: RunGit,
): Promise<SearchPlace> {
  const place = await readablePlace(path, context);
  const found = await stat(place.path).catch(() => undefined);
  if (found?.isFile()) return { files: async () => ({ names: [place.name], isCut: false }) };
  if (!found?.isDirectory()) {
    throw new AppFailure({
      code: 'workspace/no-folder',
      message: `There is no folder ${place.name}.`,
      params: { folder: place.name },
    });
  }
  return {
    async files(fits) {
      const { names, isCut } = await repositoryFiles(place.path, fits, context.signal, git);
      return { names: names.map((name) => posix.join(place.name, name)), isCut };
    },
  };
}

/** Throws `workspace/bad-glob`. */
export function patternOf(pattern: string): RegExp {
  const expression = globPattern(pattern);
  if (expression) return expression;
  throw new AppFailure({
    code: 'workspace/bad-glob',
    message: `${pattern} is no pattern for paths: its brackets do not close.`,
    params: { pattern },
  });
}
