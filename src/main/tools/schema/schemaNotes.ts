import type { ToolNote, ToolNoteCode } from '../../../shared/toolNote.ts';

/** What had to change in a schema, each thing once, in the order in which it was found. */
export class SchemaNotes {
  readonly #notes = new Map<string, ToolNote>();

  add(code: ToolNoteCode, params?: Readonly<Record<string, string>>): void {
    const key = JSON.stringify([code, params]);
    if (!this.#notes.has(key))
      this.#notes.set(key, params === undefined ? { code } : { code, params });
  }

  all(): readonly ToolNote[] {
    return [...this.#notes.values()];
  }
}
