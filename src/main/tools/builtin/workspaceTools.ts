import { createBash } from './bash.ts';
import type { BashOptions } from './bash.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { createEditFile } from './editFile.ts';
import { createGlob } from './glob.ts';
import { createGrep } from './grep.ts';
import { createReadFile } from './readFile.ts';
import { createTodoWrite } from './todoWrite.ts';
import { createWriteFile } from './writeFile.ts';

/** The tools of a conversation that has a workspace folder. */
export function workspaceTools(bash: BashOptions): readonly BuiltinTool[] {
  return [
    createBash(bash),
    createEditFile(),
    createGlob(),
    createGrep(),
    createReadFile(),
    createTodoWrite(),
    createWriteFile(),
  ];
}
