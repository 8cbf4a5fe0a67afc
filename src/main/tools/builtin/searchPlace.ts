import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { globPattern } from '../files/globPattern.ts';
import { walkFiles } from '../files/walkFiles.ts';
import type { Walk } from '../files/walkFiles.ts';
import type { BuiltinContext, CallSubject } from './builtinTool.ts';

/** Where a search looks: a folder with all below it, or one file. */
export type SearchPlace = {
  /** The files whose path from there fits, each by its path in the workspace. */
  files(fits: (name: string) => boolean): Promise<Walk>;
};

/** Throws `workspace/no-folder` when there is nothing. */
export async function searchPlace(
  path: string,
  { workspace, signal }: BuiltinContext,
): Promise<SearchPlace> {
  const place = await (await workspace()).locate(path);
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
      const { names, isCut } = await walkFiles(place.path, fits, signal);
      return { names: names.map((name) => posix.join(place.name, name)), isCut };
    },
  };
}

/** The folder that a search is about, for rules. */
export async function folderSubject(
  { path = '.' }: Readonly<Record<string, unknown>>,
  { workspace }: BuiltinContext,
): Promise<CallSubject> {
  const { name } = await (await workspace()).locate(String(path));
  return { kind: 'path', value: name };
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
