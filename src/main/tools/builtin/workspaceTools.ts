import { createBash } from './bash.ts';
import type { BashOptions } from './bash.ts';
import type { RunGit } from '../files/gitFiles.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { createEditFile } from './editFile.ts';
import { createGlob } from './glob.ts';
import { createGrep } from './grep.ts';
import { createReadFile } from './readFile.ts';
import { createTodoWrite } from './todoWrite.ts';
import { createWriteFile } from './writeFile.ts';

/** The tools of a conversation that has a workspace folder. */
export function workspaceTools({
  git,
  ...bash
}: BashOptions & { readonly git: RunGit }): readonly BuiltinTool[] {
  return [
    createBash(bash),
    createEditFile(),
    createGlob(git),
    createGrep(git),
    createReadFile(),
    createTodoWrite(),
    createWriteFile(),
  ];
}
