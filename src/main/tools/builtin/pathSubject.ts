import type { BuiltinContext, CallSubject } from './builtinTool.ts';

/** The real path that a file tool is about, so that a link is no way around a rule. */
export async function pathSubject(
  { path }: Readonly<Record<string, unknown>>,
  { workspace }: BuiltinContext,
): Promise<CallSubject> {
  const { name } = await (await workspace()).locate(String(path));
  return { kind: 'path', value: name };
}
