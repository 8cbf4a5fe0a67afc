import type { WorkspacePath } from '../workspace/workspace.ts';
import type { BuiltinContext, CallSubject } from './builtinTool.ts';

/** The real path that a file tool is about, so that a link is no way around a rule. */
export async function pathSubject(
  { path }: Readonly<Record<string, unknown>>,
  { workspace }: BuiltinContext,
): Promise<CallSubject> {
  const { name } = await (await workspace()).locate(String(path));
  return { kind: 'path', value: name };
}

/** Where a tool that only reads may look: in the workspace, or at a file that the chat was given. */
export async function readablePlace(
  asked: string,
  { given, workspace }: Pick<BuiltinContext, 'given' | 'workspace'>,
): Promise<WorkspacePath> {
  return (await given(asked)) ?? (await workspace()).locate(asked);
}

/** As {@link pathSubject}, for such a tool. */
export async function readableSubject(
  { path = '.' }: Readonly<Record<string, unknown>>,
  context: BuiltinContext,
): Promise<CallSubject> {
  return { kind: 'path', value: (await readablePlace(String(path), context)).name };
}
