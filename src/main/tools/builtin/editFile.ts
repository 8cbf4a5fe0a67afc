import { AppFailure } from '../../../shared/errors.ts';
import { applyEdit } from '../files/applyEdit.ts';
import type { Edit } from '../files/applyEdit.ts';
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
  const edit = {
    from: String(input['old_string']),
    to: String(input['new_string']),
    all: input['replace_all'] === true,
  };
  const before = await readBytes(place);
  if (seen.compare(place.path, before) === 'changed') throw changed(place.name);
  const first = edited(place.name, before, edit);
  return {
    view: diffView(place.name, first.before, first.after),
    run: () =>
      seen.inTurn(place.path, async () => {
        // Another call of this conversation may have changed another piece meanwhile; nobody else.
        const now = await readBytes(place);
        const isOurs =
          Buffer.compare(before, now) === 0 || seen.compare(place.path, now) === 'same';
        if (!isOurs) throw changed(place.name);
        const { bytes, count } = edited(place.name, now, edit);
        await writeWhole(room, place, now, bytes);
        seen.note(place.path, bytes);
        return said(`Edited ${place.name} in ${count === 1 ? '1 place' : `${count} places`}.`);
      }),
  };
}

function edited(name: string, bytes: Uint8Array, edit: Edit) {
  const old = textOf(bytes);
  if (old === undefined) throw notText(name);
  const result = applyEdit(old.text, edit);
  if (result.kind === 'refused') {
    throw new AppFailure({ code: 'workspace/no-edit', message: result.why });
  }
  const { text, count } = result;
  return { before: old.text, after: text, bytes: bytesOfText({ ...old, text }), count };
}
