export type Edit = { readonly from: string; readonly to: string; readonly all: boolean };

export type Edited =
  | { readonly kind: 'edited'; readonly text: string; readonly count: number }
  /** In words for the model. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Replaces one exact piece of a text, or each. The piece has to be there once unless `all` is set.
 * Where the file ends its lines with CR LF, a piece written with LF alone is taken to mean the same.
 */
export function applyEdit(text: string, edit: Edit): Edited {
  const asCrLf = text.includes('\r\n') && !edit.from.includes('\r');
  const from = asCrLf ? edit.from.replaceAll('\n', '\r\n') : edit.from;
  const to = asCrLf ? edit.to.replace(/\r?\n/g, '\r\n') : edit.to;
  if (from === '') return refused('old_string is empty. Use write_file to make a file.');
  if (from === to) return refused('old_string and new_string are the same.');
  const count = text.split(from).length - 1;
  if (count === 0) {
    return refused(
      'old_string is not in the file. It has to match exactly, white space included; read the file again.',
    );
  }
  if (count > 1 && !edit.all) {
    return refused(
      `old_string is in the file ${count} times. Take more of what is around it, or set replace_all.`,
    );
  }
  return { kind: 'edited', text: text.split(from).join(to), count };
}

const refused = (why: string): Edited => ({ kind: 'refused', why });
