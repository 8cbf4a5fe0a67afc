import { AppFailure } from '../../../shared/errors.ts';
import { applyEdit } from '../files/applyEdit.ts';
import { diffView } from '../files/lineDiff.ts';
import { bytesOfText, notText, readBytes, textOf } from '../files/textFile.ts';
import { changed, writeWhole } from '../files/writeWhole.ts';
import type { BuiltinContext, BuiltinTool, PlannedRun } from './builtinTool.ts';
import { pathSubject } from './pathSubject.ts';
import { said } from './said.ts';

/** The tool by which the model changes a part of a file. */
export function createEditFile(): BuiltinTool {
  return {
    name: 'edit_file',
    title: 'Edit file',
    description:
      'Replace an exact piece of a text file in the workspace. old_string has to be in the file ' +
      'exactly once, unless replace_all is set; it is the text itself, without line numbers.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Relative to the workspace folder' },
        old_string: { type: 'string', description: 'What is there now, exactly' },
        new_string: { type: 'string', description: 'What is to be there instead' },
        replace_all: { type: 'boolean', description: 'Replace each, not the only one' },
      },
      required: ['path', 'old_string', 'new_string'],
    },
    // The piece that goes is one that the model has named.
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    permission: 'ask',
    needsWorkspace: true,
    subject: pathSubject,
    plan,
    run: async (input, context) => (await plan(input, context)).run(),
  };
}

async function plan(
  input: Readonly<Record<string, unknown>>,
  { workspace, seen }: BuiltinContext,
): Promise<PlannedRun> {
  const room = await workspace();
  const place = await room.locate(String(input['path']));
  const before = await readBytes(place);
  if (seen.compare(place.path, before) === 'changed') throw changed(place.name);
  const old = textOf(before);
  if (old === undefined) throw notText(place.name);
  const edited = applyEdit(old.text, {
    from: String(input['old_string']),
    to: String(input['new_string']),
    all: input['replace_all'] === true,
  });
  if (edited.kind === 'refused') {
    throw new AppFailure({ code: 'workspace/no-edit', message: edited.why });
  }
  return {
    view: diffView(place.name, old.text, edited.text),
    async run() {
      const bytes = bytesOfText({ ...old, text: edited.text });
      await writeWhole(room, place, before, bytes);
      seen.note(place.path, bytes);
      const times = edited.count === 1 ? '1 place' : `${edited.count} places`;
      return said(`Edited ${place.name} in ${times}.`);
    },
  };
}
