import { AppFailure } from '../../../shared/errors.ts';
import { diffView } from '../files/lineDiff.ts';
import { notText, readBytesIfAny, textOf } from '../files/textFile.ts';
import { changed, writeWhole } from '../files/writeWhole.ts';
import type { BuiltinContext, BuiltinTool, PlannedRun } from './builtinTool.ts';
import { pathSubject } from './pathSubject.ts';
import { said } from './said.ts';

type Input = Readonly<Record<string, unknown>>;

/** The tool by which the model makes a file or replaces a whole one that it has read. */
export function createWriteFile(): BuiltinTool {
  return {
    name: 'write_file',
    title: 'Write file',
    description:
      'Write a whole file in the workspace; missing folders are made. A file that exists has to be ' +
      'read in this conversation first, and must not have changed since.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Relative to the workspace folder' },
        content: { type: 'string', description: 'All of the new content' },
      },
      required: ['path', 'content'],
    },
    // It overwrites nothing that the conversation has not seen.
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    permission: 'ask',
    needsWorkspace: true,
    subject: pathSubject,
    plan,
    run: async (input, context) => (await plan(input, context)).run(),
  };
}

async function plan(input: Input, { workspace, seen }: BuiltinContext): Promise<PlannedRun> {
  const room = await workspace();
  const place = await room.locate(String(input['path']));
  const content = String(input['content']);
  const before = await readBytesIfAny(place);
  if (before !== undefined) {
    const compared = seen.compare(place.path, before);
    if (compared === 'changed') throw changed(place.name);
    if (compared === 'never-seen') throw unread(place.name);
  }
  const old = before === undefined ? undefined : textOf(before);
  if (before !== undefined && old === undefined) throw notText(place.name);
  return {
    view: diffView(place.name, old?.text, content),
    run: async () => {
      const bytes = Buffer.from(content, 'utf8');
      await seen.inTurn(place.path, async () => {
        await writeWhole(room, place, before, bytes);
        seen.note(place.path, bytes);
      });
      return said(
        `${before === undefined ? 'Made' : 'Wrote'} ${place.name} (${bytes.length} bytes).`,
      );
    },
  };
}

function unread(name: string): AppFailure {
  return new AppFailure({
    code: 'workspace/unread',
    message: `${name} exists and was not read in this conversation. Read it first.`,
    params: { file: name },
  });
}
